/** Why a schedule, a shift, a note of one or a calendar is refused: a part of `REASONS`. */
export const ON_CALL_REASONS = {
  schedule_name_taken: 'There is already a schedule with this name',
  schedule_used: (uses: string) => `The schedule is used by ${uses}; change that first`,
  overrides_most: (most: number) => `There are already ${most} overrides to come; delete some first`,
  override_over: 'The override has ended; the past is not changed',
  only_own_shifts: 'Only administrators do this for others',
  only_on_call: 'Only the person who is on call does this',
  shift_notes_most: (most: number) => `There are already ${most} notes that nobody has seen; delete some first`,
  shift_note_seen: 'The note has been seen and can no longer be deleted',
  weekly_reports_most: (most: number) => `You get ${most} reports every Monday already; stop some first`,
  feeds_most: (most: number) => `You have ${most} calendars already; delete some first`,
}
