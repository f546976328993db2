/** Why a status page or a notice on it is refused: a part of `REASONS`. */
export const STATUS_PAGE_REASONS = {
  page_devices_most: (most: number) => `must be at most ${most} devices`,
  page_device_twice: (id: number) => `must name each device once: device ${id} is listed twice`,
  page_tag_twice: (tag: string) => `must name each tag once: "${tag}" is listed twice`,
  not_on_page: (id: number) => `must be a device on the page: device ${id} is not`,
  notice_state: (states: string) => `must be one of ${states}`,
  incident_ends: 'must not be given: an incident ends with its update "resolved"',
  maintenance_over: 'must be completed after the planned end: move the end to go on',
  status_notices_most: (most: number) => `This status page has ${most} notices already; delete some first`,
  no_subscriber: 'is not among the confirmed subscribers',
  status_subscriptions_wait: 'Too many addresses wait to be confirmed; try again tomorrow',
  status_subscriptions_most: (most: number) => `This status page has ${most} subscribers already, the most it can have`,
  notice_updates_most: (most: number) => `This notice has ${most} updates already; write another one`,
}
