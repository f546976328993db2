import { isFound, wordsOf } from '../../frame/search/matching.ts'
import { element } from './element.ts'
import { iconElement } from './icon.ts'
import { nothingFound, type OfferedOption, optionList, searchOptions } from './option-list.ts'
import { words } from './page-data.ts'

const REST_MS = 150

/** An option of a field: the value it sends, and the name that people read. */
interface Item {
  value: string
  name: string
  about?: string
}

/** The field behind a combobox: a text of several values, or checkboxes. */
interface Holder {
  chosen: () => Item[]
  add: (item: Item) => void
  remove: (item: Item) => void
  /** Null if nobody can be asked. */
  find: (text: string) => Promise<Item[] | null>
  /** For values that need not exist yet: how the text itself is offered. */
  free: string | null
  isText: boolean
  /** Another choice replaces it. */
  isSingle: boolean
}

const made = new WeakSet<Element>()
/** Takes over what a field still holds. */
const unsent = new WeakMap<Element, () => void>()

/** Before the form is sent. */
export function takeUnsent(): void {
  const take = ({ target }: Event) => {
    for (const input of (target as Element).querySelectorAll('.combobox input')) unsent.get(input)?.()
  }
  document.addEventListener('submit', take, { capture: true })
}

/** Fields that offer what they can hold. Without scripts they are texts, choices and checkboxes. */
export function comboboxes(): void {
  for (const field of document.querySelectorAll<TextField>('[data-combobox]')) {
    const holder = textHolder(field)
    const box = takeOver(field, holder)
    if (box !== null && !holder.isSingle) box.append(asText(field, box))
    else field.hidden = true
  }
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-combobox-choice]')) {
    takeOver(select, selectHolder(select))
    select.hidden = true
  }
  for (const boxes of document.querySelectorAll<HTMLFieldSetElement>('fieldset[data-combobox-boxes]')) {
    if (made.has(boxes)) continue
    made.add(boxes)
    boxes.after(combobox(boxes.querySelector('legend')?.textContent ?? '', boxHolder(boxes)).box)
    boxes.hidden = true
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Puts a combobox behind the field, with its label, error and shortcut. Null if it has one. */
function takeOver(field: TextField | HTMLSelectElement, holder: Holder): HTMLElement | null {
  if (made.has(field)) return null
  made.add(field)
  const label = document.querySelector<HTMLLabelElement>(`label[for="${CSS.escape(field.id)}"]`)
  const { box, input } = combobox(label?.textContent ?? '', holder)
  const error = document.getElementById(`${field.id}-error`)
  if (error !== null) input.setAttribute('aria-describedby', error.id)
  if (field.ariaInvalid === 'true') input.ariaInvalid = 'true'
  const { shortcut } = field.dataset
  if (shortcut !== undefined) {
    input.dataset.shortcut = shortcut
    delete field.dataset.shortcut
  }
  if (label !== null) label.htmlFor = input.id
  field.after(box)
  return box
}

/** Lets people paste many values, or put them into another order. */
function asText(field: TextField, box: HTMLElement): HTMLElement {
  const button = element('button', { type: 'button', class: 'as-text' })
  const hint = document.getElementById(`${field.id}-hint`)
  const show = (isText: boolean) => {
    field.hidden = !isText
    // It is about how to write the text.
    if (hint !== null) hint.hidden = !isText
    box.classList.toggle('folded', isText)
    button.textContent = (isText ? words.asList : words.asText) ?? ''
  }
  show(false)
  button.addEventListener('click', () => {
    show(field.hidden === true)
    if (!field.hidden) field.focus()
    else box.dispatchEvent(new Event('tocsin:shown'))
  })
  return button
}

function textHolder(field: TextField): Holder {
  const { combobox: of, names: known = '{}', free, single } = field.dataset
  const isSingle = single !== undefined
  const names = new Map(Object.entries(JSON.parse(known) as Record<string, string>))
  const isLines = field instanceof HTMLTextAreaElement
  const values = () =>
    (isSingle ? [field.value] : field.value.split(isLines ? /\r?\n/ : ','))
      .map((value) => value.trim())
      .filter((value) => value !== '')
  const set = (next: readonly string[]) => {
    field.value = next.join(isLines ? '\n' : ', ')
    announce(field)
  }
  return {
    free: free ?? null,
    isText: true,
    isSingle,
    chosen: () => values().map((value) => ({ value, name: names.get(value) ?? value })),
    add({ value, name }) {
      names.set(value, name)
      if (!values().includes(value)) set(isSingle ? [value] : [...values(), value])
    },
    remove: ({ value }) => set(values().filter((other) => other !== value)),
    async find(text) {
      const groups = await searchOptions<Item>(text, of)
      return groups === null ? null : groups.flatMap(({ found }) => found)
    },
  }
}

function boxHolder(boxes: HTMLFieldSetElement): Holder {
  const all = [...boxes.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map((box) => ({
    box,
    value: box.value,
    name: box.parentElement?.textContent?.trim() ?? box.value,
  }))
  const tick = (value: string, isTicked: boolean) => {
    const found = all.find((one) => one.value === value)
    if (found === undefined) return
    found.box.checked = isTicked
    announce(found.box)
  }
  return {
    free: null,
    isText: false,
    isSingle: false,
    chosen: () => all.filter(({ box }) => box.checked),
    add: ({ value }) => tick(value, true),
    remove: ({ value }) => tick(value, false),
    find: async (text) => all.filter(({ name }) => isFound(wordsOf(text), name)),
  }
}

/** A choice with an empty option, which stands for none. */
function selectHolder(select: HTMLSelectElement): Holder {
  const all = [...select.options].filter(({ value }) => value !== '').map(({ value, text }) => ({ value, name: text }))
  const choose = (value: string) => {
    select.value = value
    announce(select)
  }
  return {
    free: null,
    isText: false,
    isSingle: true,
    chosen: () => all.filter(({ value }) => value === select.value),
    add: ({ value }) => choose(value),
    remove: () => choose(''),
    find: async (text) => all.filter(({ name }) => isFound(wordsOf(text), name)),
  }
}

/** Tells the form's own scripts, as if somebody had typed. */
function announce(field: HTMLElement): void {
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
}

let count = 0

function combobox(label: string, holder: Holder): { box: HTMLElement; input: HTMLInputElement } {
  const id = `combobox-${++count}`
  const input = element('input', { type: 'text', id, 'aria-label': label.trim() })
  const { list, show, close } = optionList(input, label.trim())
  const chosen = element('ul', { class: 'tokens', 'aria-label': label.trim() })
  const box = element('div', { class: 'combobox' }, chosen, element('div', { class: 'combobox-field' }, input, list))

  const draw = () => {
    chosen.replaceChildren(...holder.chosen().map(token))
    chosen.hidden = chosen.childElementCount === 0
    box.classList.toggle('full', holder.isSingle && !chosen.hidden)
  }
  /** Filters apply at once, as those do that are links. */
  const apply = () => box.closest<HTMLFormElement>('form[data-applies]')?.requestSubmit()
  const token = (item: Item): HTMLElement => {
    const remove = () => {
      holder.remove(item)
      draw()
      input.focus()
      apply()
    }
    const name = (words.remove ?? '#').replace('#', () => item.name)
    const button = element(
      'button',
      { type: 'button', 'aria-label': name, title: name, click: remove },
      iconElement('x'),
    )
    return element('li', {}, element('span', {}, item.name), button)
  }
  const take = (item: Item) => {
    holder.add(item)
    input.value = ''
    close()
    draw()
    apply()
  }
  const optionOf = (item: Item, text = item.name): OfferedOption => ({
    text,
    ...(item.about === undefined ? {} : { about: item.about }),
    choose: () => take(item),
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    const text = input.value.trim()
    const found = await holder.find(text)
    if (input.value.trim() !== text || document.activeElement !== input) return
    const taken = new Set(holder.chosen().map(({ value }) => value))
    const offered = (found ?? []).filter(({ value }) => !taken.has(value))
    const isNew =
      holder.free !== null && text !== '' && ![...taken, ...offered.map(({ value }) => value)].includes(text)
    const own = isNew
      ? [
          optionOf(
            { value: text, name: text },
            (holder.free || (words.addThis ?? '#')).replace('#', () => text),
          ),
        ]
      : []
    show([{ name: '', options: [...offered.map((item) => optionOf(item)), ...own] }], nothingFound(found === null))
  }
  const lookIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), ms)
  }
  // The field itself is not part of the form.
  for (const name of ['input', 'change']) input.addEventListener(name, (event) => event.stopPropagation())
  input.addEventListener('input', () => lookIn(REST_MS))
  input.addEventListener('focus', () => lookIn(0))
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    const { key } = event
    if (key === 'ArrowDown' && list.hidden) lookIn(0)
    if (key === 'Escape' && !list.hidden) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    if (key === ',' && holder.free !== null && !holder.isSingle && input.value.trim() !== '') {
      event.preventDefault()
      take({ value: input.value.trim(), name: input.value.trim() })
    }
    const last = holder.chosen().at(-1)
    if (key === 'Backspace' && input.value === '' && last !== undefined) {
      holder.remove(last)
      draw()
    }
  })
  // Text that was typed and not chosen is sent as it is: the server says what is wrong with it.
  unsent.set(input, () => {
    for (const text of holder.isText ? (holder.isSingle ? [input.value] : input.value.split(',')) : []) {
      if (text.trim() !== '') holder.add({ value: text.trim(), name: text.trim() })
    }
    input.value = ''
    draw()
  })
  box.addEventListener('tocsin:shown', draw)
  document.addEventListener('tocsin:filled', draw)
  draw()
  return { box, input }
}
