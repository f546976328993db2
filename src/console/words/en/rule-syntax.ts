import type { ErrorCode } from 'yaml'

/** Why a text is no YAML, by what its parser calls it. */
export const ruleSyntax: Record<ErrorCode, string> = {
  ALIAS_PROPS: 'an alias (*name) stands for itself',
  BAD_ALIAS: 'this alias (*name) leads nowhere',
  BAD_COLLECTION_TYPE: 'this tag does not fit what follows it',
  BAD_DIRECTIVE: 'this directive (%) is not known',
  BAD_DQ_ESCAPE: 'a backslash in double quotes needs another character behind it',
  BAD_INDENT: 'the indentation does not fit the lines above',
  BAD_PROP_ORDER: 'tags and anchors stand behind the dash or the colon',
  BAD_SCALAR_START: 'a value that begins with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'two keys on one line: break the line, or use quotes',
  BLOCK_IN_FLOW: 'within brackets everything is written with brackets and commas',
  DUPLICATE_KEY: 'this key stands here twice',
  IMPOSSIBLE: 'this is no YAML',
  KEY_OVER_1024_CHARS: 'this key is too long',
  MISSING_CHAR: 'a bracket, a comma, a colon or a quote is missing',
  MULTILINE_IMPLICIT_KEY: 'a key ends on its line, with a colon',
  MULTIPLE_ANCHORS: 'a value has one anchor at most',
  MULTIPLE_DOCS: 'there is more than one document (---)',
  MULTIPLE_TAGS: 'a value has one tag at most',
  NON_STRING_KEY: 'a key is a text',
  RESOURCE_EXHAUSTION: 'this is nested too deep',
  TAB_AS_INDENT: 'indent with spaces, not with tabs',
  TAG_RESOLVE_FAILED: 'this tag (!) is not known',
  UNEXPECTED_TOKEN: 'this cannot stand here',
}
