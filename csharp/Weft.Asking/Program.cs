// A tagger that asks: learns from a tenth of the sentences, asks for the tokens that it is unsure
// of, labels the others itself, and loses no answer if it is killed.
//
//   dotnet run --project Weft.Asking sentences.jsonl my.session
//
// Here the sentences have all their labels, of which the session is given a tenth, and the answers
// are the others. In your program a person gives them.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Weft;

if (args.Length != 2)
{
    Console.Error.WriteLine("usage: Weft.Asking SENTENCES SESSION");
    return 2;
}
using Corpus pool = Corpus.Read(args[0]);
using Session session = Open(pool, args[1]);
while (session.Next() is { } question)
{
    Console.WriteLine($"{question.Sentence}: {string.Join(" ", question.Tokens)}");
    IReadOnlyList<string?> gold = pool.Gold(question.Sentence);
    if (question.Tokens.Any(t => gold[t] is null))
    {
        session.Skip(question.Sentence);  // nobody has the answers
        continue;
    }
    session.Answer(question.Sentence, question.Tokens.ToDictionary(t => t, t => gold[t]!));
}
SessionProgress progress = session.Progress;
Console.WriteLine($"{progress.Answered} tokens answered, {progress.ByModel} by the model");
return 0;

// Begins the session, or goes on with the one that the file holds.
static Session Open(Corpus pool, string file)
{
    if (File.Exists(file)) return Session.Resume(pool, file);
    using Options loop = new Options("active").Set("labelled", 0.1);
    using var tagger = new Options("hmm-tagger");
    return new Session(tagger, pool, file, loop);
}
