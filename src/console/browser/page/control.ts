export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
