/** Why a mapping of a source is refused: a part of `REASONS`. */
export const MAPPING_REASONS = {
  no_pointer: (text: string) => `is no pointer such as /data/temperature: ${text}`,
  calc_wrong: (column: number, found: string) =>
    found === ''
      ? `ends at column ${column}, too early or too late`
      : `cannot be calculated: column ${column}, ${found}`,
  field_from: 'needs one of from, calc and constant',
}
