#include "chain/k_best.h"

#include <algorithm>
#include <limits>

#include "chain/step_scores.h"
#include "chain/viterbi.h"
#include "core/error.h"

namespace weft {
namespace {

constexpr double kMinusInf = -std::numeric_limits<double>::infinity();

// The rank-th best path to label `from` of the token before, and the step from it. Ranks count from
// 0. The emission is not yet in the score: of all paths to one label it is the same.
struct Candidate {
  double score;
  int32_t from, rank;
};

// Better paths are at the front of heaps.
bool Worse(const Candidate& a, const Candidate& b) {
  if (a.score != b.score) return a.score < b.score;
  return a.from != b.from ? a.from > b.from : a.rank > b.rank;
}

using Heap = std::vector<Candidate>;

Candidate Pop(Heap* heap) {
  std::pop_heap(heap->begin(), heap->end(), Worse);
  const Candidate best = heap->back();
  heap->pop_back();
  return best;
}

void Push(const Candidate& candidate, Heap* heap) {
  heap->push_back(candidate);
  std::push_heap(heap->begin(), heap->end(), Worse);
}

// A label of a token t > 0, or with t = L the end, of which more than the best path is asked for.
struct Node {
  size_t t = 0, label = 0;
  std::vector<Candidate> best;  // by rank
  Heap others;
  bool followed = true;  // what follows the last of `best` in its list stands among the others

  void Take() {
    if (others.empty()) return;
    best.push_back(Pop(&others));
    followed = false;
  }
};

// Entries of lists of paths, which end at a token's label.
struct Link {
  int32_t from, rank;
};

}  // namespace

struct KBestWorkspace::Arrays {
  ViterbiArrays viterbi;
  std::vector<int32_t> best;
  // A*
  std::vector<int32_t> index;  // [L + 1, K]: of a node, or −1
  std::vector<Node> nodes;
  std::vector<size_t> chain;
  // List
  std::vector<std::vector<Link>> links;                    // [L + 1, K]
  std::vector<std::vector<double>> scores, scores_before;  // [K]
  Heap heap;
};

KBestWorkspace::KBestWorkspace() : arrays_(std::make_unique<Arrays>()) {}
KBestWorkspace::~KBestWorkspace() = default;
KBestWorkspace::KBestWorkspace(KBestWorkspace&&) noexcept = default;
KBestWorkspace& KBestWorkspace::operator=(KBestWorkspace&&) noexcept = default;

namespace {

// Candidates into label `to` of token t, or with t = L into the end.
double StepInto(const Lattice& lattice, size_t t, size_t from, size_t to) {
  if (t == static_cast<size_t>(lattice.length)) return lattice.transitions->end()[from];
  return StepScores(lattice, t)[from * static_cast<size_t>(lattice.labels) + to];
}

class AStar {
 public:
  AStar(const Lattice& lattice, int64_t k, KBestWorkspace::Arrays* arrays)
      : lattice_(lattice),
        length_(static_cast<size_t>(lattice.length)),
        labels_(static_cast<size_t>(lattice.labels)),
        k_(static_cast<size_t>(k)),
        arrays_(arrays),
        viterbi_(PrepareViterbi(lattice, true, &arrays->viterbi)) {
    arrays->best.resize(length_);
    if (ViterbiPass(viterbi_, arrays->best.data()) == kMinusInf) FailNoPath(lattice);
    arrays->index.assign((length_ + 1) * labels_, -1);
  }

  void Run(KBestPaths* out) {
    const size_t end = Open(length_, 0);
    for (size_t rank = 0; rank < k_; ++rank) {
      if (rank > 0) Extend(end);
      if (nodes()[end].best.size() == rank) return;  // there are no more
      const Candidate last = nodes()[end].best[rank];
      out->scores.push_back(last.score);
      Append(last, &out->labels);
    }
  }

 private:
  std::vector<Node>& nodes() { return arrays_->nodes; }
  int32_t& IndexOf(size_t t, size_t label) { return arrays_->index[t * labels_ + label]; }

  double Best(size_t t, size_t label) const {
    return viterbi_.row[t * static_cast<size_t>(viterbi_.stride) + label];
  }

  // The score of the rank-th best path to a label of a token. Precondition: it is known.
  double Score(size_t t, size_t label, size_t rank) {
    if (rank == 0) return Best(t, label);
    const Candidate& found = nodes()[static_cast<size_t>(IndexOf(t, label))].best[rank];
    return found.score + lattice_.emissions[t * labels_ + label];
  }

  // Of how many paths the scores are known.
  size_t Known(size_t t, size_t label) {
    const int32_t node = IndexOf(t, label);
    return node < 0 ? 1 : nodes()[static_cast<size_t>(node)].best.size();
  }

  // A node with its best path. Precondition: t > 0.
  size_t Open(size_t t, size_t label) {
    const size_t index = used_++;
    if (nodes().size() < used_) nodes().emplace_back();
    IndexOf(t, label) = static_cast<int32_t>(index);
    Node& node = nodes()[index];
    node.t = t;
    node.label = label;
    node.best.clear();
    node.others.clear();
    for (size_t from = 0; from < labels_; ++from) {
      const double score = Best(t - 1, from) + StepInto(lattice_, t, from, label);
      if (score != kMinusInf) node.others.push_back({score, static_cast<int32_t>(from), 0});
    }
    if (node.others.size() > k_) {  // no more than the k best are ever asked for
      std::nth_element(node.others.begin(), node.others.begin() + static_cast<ptrdiff_t>(k_),
                       node.others.end(),
                       [](const Candidate& a, const Candidate& b) { return Worse(b, a); });
      node.others.resize(k_);
    }
    std::make_heap(node.others.begin(), node.others.end(), Worse);
    node.Take();
    return index;
  }

  // Finds one more path to a node, if there is one. That may take one more path to the node that
  // the last one came from, and so on towards the first token.
  void Extend(size_t index) {
    std::vector<size_t>& chain = arrays_->chain;
    chain.assign(1, index);
    while (true) {
      const Node& node = nodes()[chain.back()];
      if (node.followed || node.t == 1) break;
      const Candidate& last = node.best.back();
      const auto from = static_cast<size_t>(last.from);
      if (Known(node.t - 1, from) > static_cast<size_t>(last.rank) + 1) break;
      const int32_t before = IndexOf(node.t - 1, from);
      chain.push_back(before < 0 ? Open(node.t - 1, from) : static_cast<size_t>(before));
    }
    for (; !chain.empty(); chain.pop_back()) Advance(chain.back());
  }

  void Advance(size_t index) {
    Node& node = nodes()[index];
    if (!node.followed) {
      const auto from = static_cast<size_t>(node.best.back().from);
      const auto rank = static_cast<size_t>(node.best.back().rank) + 1;
      if (Known(node.t - 1, from) > rank) {
        Push({Score(node.t - 1, from, rank) + StepInto(lattice_, node.t, from, node.label),
              static_cast<int32_t>(from), static_cast<int32_t>(rank)},
             &node.others);
      }
      node.followed = true;
    }
    node.Take();
  }

  void Append(const Candidate& last, std::vector<int32_t>* paths) {
    paths->resize(paths->size() + length_);
    int32_t* path = paths->data() + paths->size() - length_;
    Candidate link = last;
    for (size_t t = length_; t-- > 0;) {
      path[t] = link.from;
      if (t == 0) break;
      const auto label = static_cast<size_t>(link.from);
      if (link.rank == 0) {
        link.from = viterbi_.back[t * static_cast<size_t>(viterbi_.stride) + label];
      } else {
        link = nodes()[static_cast<size_t>(IndexOf(t, label))].best[static_cast<size_t>(link.rank)];
      }
    }
  }

  const Lattice& lattice_;
  const size_t length_, labels_, k_;
  KBestWorkspace::Arrays* arrays_;
  const ViterbiSentence viterbi_;
  size_t used_ = 0;
};

// The k best paths to each label of a token, from those of the token before.
class ListViterbi {
 public:
  ListViterbi(const Lattice& lattice, int64_t k, KBestWorkspace::Arrays* arrays)
      : lattice_(lattice),
        length_(static_cast<size_t>(lattice.length)),
        labels_(static_cast<size_t>(lattice.labels)),
        k_(static_cast<size_t>(k)),
        arrays_(arrays) {
    arrays->links.resize((length_ + 1) * labels_);
    for (auto* scores : {&arrays->scores, &arrays->scores_before}) scores->resize(labels_);
  }

  void Run(KBestPaths* out) {
    for (size_t label = 0; label < labels_; ++label) {
      const double score = lattice_.transitions->start()[label] + lattice_.emissions[label];
      arrays_->scores[label].assign(score == kMinusInf ? 0 : 1, score);
    }
    for (size_t t = 1; t < length_; ++t) {
      arrays_->scores.swap(arrays_->scores_before);
      for (size_t label = 0; label < labels_; ++label) {
        Merge(t, label);
        const double emission = lattice_.emissions[t * labels_ + label];
        std::vector<double>& scores = arrays_->scores[label];
        if (emission == kMinusInf) scores.clear();
        for (double& score : scores) score += emission;
      }
    }
    arrays_->scores.swap(arrays_->scores_before);
    Merge(length_, 0);
    out->scores = arrays_->scores[0];
    if (out->scores.empty()) FailNoPath(lattice_);
    for (const Link& link : LinksOf(length_, 0)) Append(link, &out->labels);
  }

 private:
  std::vector<Link>& LinksOf(size_t t, size_t label) { return arrays_->links[t * labels_ + label]; }

  void Merge(size_t t, size_t label) {
    Heap& heap = arrays_->heap;
    heap.clear();
    const auto offer = [&](size_t from, size_t rank) {
      const std::vector<double>& before = arrays_->scores_before[from];
      if (rank >= before.size()) return;
      const double score = before[rank] + StepInto(lattice_, t, from, label);
      if (score == kMinusInf) return;
      Push({score, static_cast<int32_t>(from), static_cast<int32_t>(rank)}, &heap);
    };
    for (size_t from = 0; from < labels_; ++from) offer(from, 0);
    std::vector<Link>& links = LinksOf(t, label);
    std::vector<double>& scores = arrays_->scores[label];
    links.clear();
    scores.clear();
    while (!heap.empty() && scores.size() < k_) {
      const Candidate best = Pop(&heap);
      links.push_back({best.from, best.rank});
      scores.push_back(best.score);
      offer(static_cast<size_t>(best.from), static_cast<size_t>(best.rank) + 1);
    }
  }

  void Append(Link link, std::vector<int32_t>* paths) {
    paths->resize(paths->size() + length_);
    int32_t* path = paths->data() + paths->size() - length_;
    for (size_t t = length_; t-- > 0;) {
      path[t] = link.from;
      if (t == 0) break;
      link = LinksOf(t, static_cast<size_t>(link.from))[static_cast<size_t>(link.rank)];
    }
  }

  const Lattice& lattice_;
  const size_t length_, labels_, k_;
  KBestWorkspace::Arrays* arrays_;
};

}  // namespace

void KBest(const Lattice& lattice, int64_t k, KBestSearch search, KBestWorkspace* workspace,
           KBestPaths* out) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  Require(k >= 1 && k <= kMost, "expected a number of best paths of 1 to ", kMost, ", found ", k);
  out->length = lattice.length;
  out->labels.clear();
  out->scores.clear();
  if (lattice.length == 0) {
    out->scores.push_back(0);
  } else if (search == KBestSearch::kAStar) {
    AStar(lattice, k, &workspace->arrays()).Run(out);
  } else {
    ListViterbi(lattice, k, &workspace->arrays()).Run(out);
  }
}

}  // namespace weft
