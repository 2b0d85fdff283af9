#include "support/toy_text.h"

#include <sstream>

namespace weft::testing {
namespace {

using Words = std::vector<std::string>;

const Words& LastNames() {
  static const Words names = {"Adeyemi", "Bauer",   "Castro",  "Dubois",  "Eriksen",   "Ferrari",
                              "Gruber",  "Haddad",  "Ivanov",  "Jansen",  "Kowalski",  "Lindqvist",
                              "Müller",  "Novak",   "O'Neill", "Pereira", "Quispe",    "Rossi",
                              "Schmidt", "Tanaka",  "Ulrich",  "Vargas",  "Weber",     "Yilmaz",
                              "London",  "Lincoln", "Paris",   "Jordan",  "Houston",   "Wagner",
                              "Silva",   "Moreau",  "Nyström", "Okafor",  "Popescu",   "Reyes",
                              "Santos",  "Takeda",  "Varga",   "Walsh",   "Zimmermann"};
  return names;
}

const Words& Brands() {
  static const Words brands = {"Altavia", "Brimstone", "Cordex",  "Delphos", "Enerqo", "Fjordline",
                               "Gantry",  "Helvex",    "Inovar",  "Juniper", "Kestra", "Lumora",
                               "Medara",  "Norvik",    "Orbitec", "Palladio"};
  return brands;
}

// Braces are slots; a bar separates words to choose from.
const Words& Templates() {
  static const Words templates = {
      "{PER} flew from {LOC} to {LOC} on {DATE} .",
      "{PER} , who runs {ORG} , said the plan would go ahead .",
      "{ORG} will {open|close|sell} its plant in {LOC} {DATE} .",
      "Shares of {ORG} {rose|fell|slid} after {PER} resigned .",
      "In {LOC} , {thousands|hundreds} of people marched against {ORG} .",
      "The {Danish|Chilean|Kenyan|Polish} minister met {PER} in {LOC} .",
      "{PER} and {PER} {won|lost} the final in {LOC} .",
      "{ORG} beat {ORG} 3 to 1 in {LOC} on {DATE} .",
      "\" We are not for sale , \" {PER} told reporters .",
      "Rain is expected in {LOC} and {LOC} until {DATE} .",
      "The {company|bank|club} hired {PER} away from {ORG} .",
      "{ORG} said profit {doubled|halved} in the quarter .",
      "Since {DATE} , {PER} has lived near {LOC} .",
      "A {court|judge} in {LOC} ordered {ORG} to pay {PER} damages .",
      "{PER} joined {ORG} as an engineer {DATE} .",
      "Trains between {LOC} and {LOC} were late again .",
      "The Opposition called the budget a disaster .",
      "Prices {rose|fell} slightly , the Ministry said .",
      "{PER} studied law at {ORG} before moving to {LOC} .",
      "Talks between {ORG} and {ORG} broke down {DATE} .",
      "Nobody had expected {PER} to {win|lose} .",
      "Nobody had expected {ORG} to {win|lose} .",
      "{PER} has never looked better .",
      "{LOC} has never looked better .",
      "For {PER} , {DATE} was the worst day in years .",
      "For {ORG} , {DATE} was the worst day in years ."};
  return templates;
}

const std::string& Choose(const Words& words, Random* random) {
  return words[random->Below(words.size())];
}

// "A B" from one word of each list, the first drawn first (operands of + have no order).
std::string ChoosePair(const Words& first, const Words& second, Random* random) {
  std::string phrase = Choose(first, random) + " ";
  phrase += Choose(second, random);
  return phrase;
}

Words Split(const std::string& text, char separator) {
  Words words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, separator);) words.push_back(word);
  return words;
}

std::string Person(Random* random) {
  const double kind = random->Uniform();
  if (kind < 0.7) return ChoosePair(ToyFirstNames(), LastNames(), random);
  return kind < 0.85 ? Choose(LastNames(), random) : Choose(ToyFirstNames(), random);
}

std::string Place(Random* random) {
  const double kind = random->Uniform();
  if (kind < 0.85) return Choose(ToyCities(), random);
  return (kind < 0.93 ? "Lake " : "Mount ") + Choose(LastNames(), random);
}

std::string Organisation(Random* random) {
  static const Words company = {"Corp", "Group", "Bank", "Airways", "Holdings"};
  static const Words club = {"United", "Rovers", "Wanderers"};
  switch (random->Below(6)) {
    case 0:
      return "University of " + Choose(ToyCities(), random);
    case 1:
      return ChoosePair(ToyCities(), club, random);
    case 2:
      return ChoosePair(LastNames(), company, random);
    case 3:
      return ChoosePair(Brands(), company, random);
    case 4:
      return Choose(ToyCities(), random);  // A club or a government, by its city alone.
    default:
      return Choose(Brands(), random);
  }
}

std::string Date(Random* random) {
  static const Words days = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Sunday"};
  static const Words vague = {"last spring", "next week", "this autumn", "last year"};
  const double kind = random->Uniform();
  if (kind < 0.4) return Choose(days, random);
  if (kind < 0.7) return Choose(vague, random);
  std::string date = std::to_string(1 + random->Below(28)) + " ";
  date += Choose(ToyMonths(), random) + " ";
  return date + std::to_string(1980 + random->Below(45));
}

void AppendEntity(const std::string& type, const std::string& phrase, ToySentence* sentence) {
  const char* prefix = "B-";
  for (const std::string& word : Split(phrase, ' ')) {
    sentence->tokens.push_back(word);
    sentence->labels.push_back(prefix + type);
    prefix = "I-";
  }
}

void AppendSlot(const std::string& slot, Random* random, ToySentence* sentence) {
  if (slot == "PER") {
    AppendEntity(slot, Person(random), sentence);
  } else if (slot == "LOC") {
    AppendEntity(slot, Place(random), sentence);
  } else if (slot == "ORG") {
    AppendEntity(slot, Organisation(random), sentence);
  } else if (slot == "DATE") {
    AppendEntity(slot, Date(random), sentence);
  } else {
    sentence->tokens.push_back(Choose(Split(slot, '|'), random));
    sentence->labels.push_back("O");
  }
}

}  // namespace

const Words& ToyCities() {
  static const Words cities = {
      "Aarhus",   "Bologna",  "Cardiff",   "Dakar",    "Edinburgh", "Florence", "Geneva",
      "Hanoi",    "Istanbul", "Jakarta",   "Kraków",   "Lisbon",    "Madrid",   "Nairobi",
      "Oslo",     "Porto",    "Quito",     "Riga",     "Santiago",  "Tbilisi",  "Utrecht",
      "Victoria", "Warsaw",   "Yokohama",  "Zürich",   "Jordan",    "London",   "Houston",
      "Paris",    "Sydney",   "Charlotte", "Lincoln",  "Antwerp",   "Bergen",   "Cologne",
      "Dresden",  "Essen",    "Ghent",     "Helsinki", "Izmir"};
  return cities;
}

const Words& ToyFirstNames() {
  static const Words names = {"Ana",      "Boris",  "Chloé",     "David",    "Elif",  "Farid",
                              "Greta",    "Hiro",   "Ingrid",    "João",     "Karin", "Luis",
                              "Marta",    "Nadia",  "Olga",      "Pedro",    "Rania", "Stefan",
                              "Florence", "Sydney", "Charlotte", "Victoria", "Tomás", "Ursula",
                              "Viktor",   "Wanda",  "Yusuf",     "Zoë",      "Amara", "Bruno"};
  return names;
}

const Words& ToyMonths() {
  static const Words months = {"January",   "February", "March",    "April",
                               "May",       "June",     "July",     "August",
                               "September", "October",  "November", "December"};
  return months;
}

ToySentence MakeToySentence(Random* random) {
  ToySentence sentence;
  for (const std::string& word : Split(Choose(Templates(), random), ' ')) {
    if (word.front() == '{') {
      AppendSlot(word.substr(1, word.size() - 2), random, &sentence);
    } else {
      sentence.tokens.push_back(word);
      sentence.labels.push_back("O");
    }
  }
  return sentence;
}

}  // namespace weft::testing
