using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Weft.Tests;

/// <summary>Active-learning sessions.</summary>
public class SessionTest
{
    private static Session Begin(Corpus pool, string? file = null)
    {
        using Options loop = new Options("active").Set("labelled", 0.2).Set("k", 20);
        using Options tagger = new("hmm-tagger");
        return new Session(tagger, pool, file, loop);
    }

    private static void Answer(Session session, Corpus pool, Question question)
    {
        IReadOnlyList<string?> gold = pool.Gold(question.Sentence);
        session.Answer(question.Sentence, question.Tokens.ToDictionary(t => t, t => gold[t]!));
    }

    private static byte[] AnswerAll(Session session, Corpus pool)
    {
        while (session.Next() is { } question) Answer(session, pool, question);
        using Model model = session.TakeModel();
        return model.ToBytes();
    }

    [Fact]
    public void AsksUntilEverythingHasALabel()
    {
        using Corpus pool = Toy.Corpus();
        using Session session = Begin(pool);
        int questions = 0;
        while (session.Next() is { } question)
        {
            Assert.NotEmpty(question.Tokens);
            Answer(session, pool, question);
            ++questions;
        }
        SessionProgress progress = session.Progress;
        Assert.Equal(60, progress.Done);
        Assert.Equal(questions, progress.AskedSentences);
        Assert.Equal(progress.Asked, progress.Answered);
        IReadOnlyList<LabelOrigin> origins = session.Origins();
        Assert.Equal(pool.TokenCount, origins.Count);
        Assert.DoesNotContain(LabelOrigin.None, origins);
        Assert.Equal(progress.ByModel, origins.Count(o => o == LabelOrigin.Model));
        using Corpus labelled = session.Labelled();
        Assert.Equal(labelled.Gold(0).Count, pool.Gold(0).Count);
        Assert.Empty(session.TakeMessages());
    }

    [Fact]
    public void SuggestsCorrectsAndTakesBack()
    {
        using Corpus pool = Toy.Corpus();
        using Session session = Begin(pool);
        Question question = session.Next()!;
        int s = question.Sentence, token = question.Tokens[0];
        Suggestion suggestion = session.Suggest(s, 3);
        Assert.Equal(3, suggestion.Readings.Count);
        Assert.Equal(suggestion.Labels, suggestion.Readings[0].Labels);
        Assert.Equal(1, suggestion.Marginals(token).ToArray().Sum(), 9);
        session.Answer(s, token, "O");
        Assert.Equal("O", session.Suggest(s).Labels[token]);
        session.Answer(s, token, "B-LOC");
        Assert.Equal("B-LOC", session.Suggest(s).Labels[token]);
        session.Retract(s, token);
        Assert.Equal(question.Tokens, session.Next()!.Tokens);
        session.Skip(s);
        Assert.NotEqual(s, session.Next()!.Sentence);
        session.Update();
        Assert.Throws<WeftArgumentException>(() => session.Answer(s, token, "X"));
        Assert.Throws<WeftArgumentException>(() => session.Answer(s, 99, "O"));
        Assert.Throws<WeftArgumentException>(() => session.Answer(-1, 0, "O"));
        Assert.Throws<ArgumentOutOfRangeException>(() => session.Suggest(s, 0));
    }

    [Fact]
    public void GoesOnFromItsFile()
    {
        using var folder = new Folder();
        using Corpus pool = Toy.Corpus();
        using Session unbroken = Begin(pool);
        byte[] whole = AnswerAll(unbroken, pool);

        string file = folder["Müller 東京.session"];
        using (Session session = Begin(pool, file))
        {
            for (int i = 0; i < 3; ++i) Answer(session, pool, session.Next()!);
            Assert.Throws<WeftStateException>(() => Session.Resume(pool, file));
        }
        Assert.Throws<WeftStateException>(() => Begin(pool, file));
        using (Session session = Session.Resume(pool, file))
        {
            Assert.True(session.Progress.Answered > 0);
            Assert.Equal(whole, AnswerAll(session, pool));
        }
        using Corpus other = pool.Select([0, 1]);
        Assert.Equal(pool.Tokens(1), other.Tokens(1));
        Assert.Throws<WeftArgumentException>(() => Session.Resume(other, file));
        Assert.Throws<WeftNotFoundException>(() => Session.Resume(pool, folder["none"]));
        Assert.Throws<WeftNotFoundException>(() => pool.Select([60]));
    }
}
