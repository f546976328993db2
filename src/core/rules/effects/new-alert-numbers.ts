/** The engine numbers new alerts -1, -2, …; they get their real ids when they are stored. */
export function newAlertNumbers(): () => number {
  let raised = 0
  return () => {
    raised += 1
    return -raised
  }
}
