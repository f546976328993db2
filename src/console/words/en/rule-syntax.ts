import type { ErrorCode } from 'yaml'

/** YAML syntax errors, by the parser's code. */
export const ruleSyntax: Record<ErrorCode, string> = {
  ALIAS_PROPS: 'an alias (*name) can’t have a tag or an anchor',
  BAD_ALIAS: 'this alias (*name) points to nothing',
  BAD_COLLECTION_TYPE: 'this tag doesn’t match the value after it',
  BAD_DIRECTIVE: 'unknown directive (%)',
  BAD_DQ_ESCAPE: 'invalid character after a backslash in double quotes',
  BAD_INDENT: 'the indentation doesn’t match the lines above',
  BAD_PROP_ORDER: 'tags and anchors go after the dash or the colon',
  BAD_SCALAR_START: 'a value that starts with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'two keys on one line: break the line, or use quotes',
  BLOCK_IN_FLOW: 'only brackets and commas are allowed within brackets',
  DUPLICATE_KEY: 'duplicate key',
  IMPOSSIBLE: 'this is not YAML',
  KEY_OVER_1024_CHARS: 'this key is too long',
  MISSING_CHAR: 'a bracket, a comma, a colon or a quote is missing',
  MULTILINE_IMPLICIT_KEY: 'a key must end on its line, with a colon',
  MULTIPLE_ANCHORS: 'a value can have only one anchor',
  MULTIPLE_DOCS: 'only one document (---) is allowed',
  MULTIPLE_TAGS: 'a value can have only one tag',
  NON_STRING_KEY: 'a key must be text',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'indent with spaces, not tabs',
  TAG_RESOLVE_FAILED: 'unknown tag (!)',
  UNEXPECTED_TOKEN: 'not allowed here',
}
