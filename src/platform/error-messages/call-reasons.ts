/** Why somebody cannot be called for help: a part of `REASONS`. */
export const CALL_REASONS = {
  call_of_oneself: 'is yourself',
  no_step_to_call: 'No step of the escalation policy has anybody else who can be notified now',
  nobody_else_on_call: (schedule: string) => `Nobody else is on call in ${schedule}`,
  call_unreachable: (names: string) => `No verified contact method: ${names}`,
  call_uninterested: (names: string) => `Gets no notifications of this severity: ${names}`,
  calls_of_incident: (most: number) => `There were ${most} calls for this incident within ten minutes; try again later`,
  calls_of_person: (most: number) => `You have made ${most} calls within ten minutes; try again later`,
}
