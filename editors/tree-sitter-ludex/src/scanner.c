// The newlines that mean something, and what a text is, a file or a fragment: what `syntax/layout.rs` does for ludex itself.
#include "tree_sitter/parser.h"

#include <string.h>

enum { NEWLINE, FILE_START, FRAGMENT_START };

void *tree_sitter_ludex_external_scanner_create(void) { return NULL; }
void tree_sitter_ludex_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_ludex_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload, (void)buffer;
  return 0;
}
void tree_sitter_ludex_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload, (void)buffer, (void)length;
}

static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_word(int32_t c) { return is_letter(c) || (c >= '0' && c <= '9'); }
static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r'; }

static void skip_line(TSLexer *lexer) {
  while (!lexer->eof(lexer) && lexer->lookahead != '\n') lexer->advance(lexer, false);
}

/// Reads a word; what is longer than any keyword is cut off.
static void read_word(TSLexer *lexer, char word[16]) {
  unsigned length = 0;
  for (; is_word(lexer->lookahead); lexer->advance(lexer, false)) {
    if (length < 15) word[length++] = (char)lexer->lookahead;
  }
  word[length] = 0;
}

static bool is_one_of(const char *word, const char *const *words) {
  for (; *words; words++) {
    if (strcmp(word, *words) == 0) return true;
  }
  return false;
}

/// Passes over blanks, newlines and comments. A single `/` stays where it is, as does all else.
static void skip_to_text(TSLexer *lexer) {
  for (;;) {
    if (is_blank(lexer->lookahead) || lexer->lookahead == '\n') {
      lexer->advance(lexer, false);
    } else if (lexer->lookahead == '/') {
      skip_line(lexer);
    } else {
      return;
    }
  }
}

/// Tells whether a text, at its first character, goes on with the line before.
static bool continues(TSLexer *lexer) {
  static const char *const words[] = {"and", "by", "div", "else", "has", "in", "mod", "not", "or", "where", "with", NULL};
  char word[16];
  switch (lexer->lookahead) {
    case '+': case '-': case '*': case '=': case '<': case '>': case ',': case ':': case '"':
      return true;
    case '.':
      lexer->advance(lexer, false);
      return lexer->lookahead == '.';
    case '!':
      lexer->advance(lexer, false);
      return lexer->lookahead == '=';
    default:
      read_word(lexer, word);
      return is_one_of(word, words);
  }
}

/// Tells whether the text is a fragment, as it stands in YAML: one that begins like no declaration of a file, or with a hook,
/// and has no further line that begins at the first column. Reads 4,000 characters at most.
static bool is_fragment(TSLexer *lexer) {
  static const char *const declarations[] = {
    "action", "board", "effect", "enum", "heuristic", "kind", "moment", "option", "place", "play", "query", "record", "result",
    "setup", "table", "track", "var", NULL,
  };
  skip_to_text(lexer);
  if (lexer->eof(lexer)) return false;
  char word[16];
  read_word(lexer, word);
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, false);
  // `play(card)` calls, and `place == x` compares; a declaration goes on with a name or a brace.
  bool goes_on = is_letter(lexer->lookahead) || lexer->lookahead == '{';
  if (goes_on && is_one_of(word, declarations)) return false;
  for (unsigned read = 0; read < 4000 && !lexer->eof(lexer); read++) {
    bool newline = lexer->lookahead == '\n';
    lexer->advance(lexer, false);
    if (newline && is_letter(lexer->lookahead)) return false;
  }
  return true;
}

bool tree_sitter_ludex_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  // While it recovers from an error tree-sitter offers all at once; then a newline is the best guess.
  if (valid[FILE_START] && valid[FRAGMENT_START] && !valid[NEWLINE]) {
    lexer->mark_end(lexer);
    lexer->result_symbol = is_fragment(lexer) ? FRAGMENT_START : FILE_START;
    return true;
  }
  if (!valid[NEWLINE]) return false;
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->lookahead != '\n') return false;
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  lexer->result_symbol = NEWLINE;
  skip_to_text(lexer);
  return !continues(lexer);
}
