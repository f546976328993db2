import Type from 'typebox'
import type {
  creationOptions,
  PasskeySetup,
  RequestOptions,
} from '../../../core/people/second-factor/passkey-options.ts'
import { passkeySite } from '../../../core/people/second-factor/passkey-site.ts'
import { conflict } from '../../../platform/errors.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import type { Guest } from '../page/reader.ts'
import { type FormOptions, form } from './forms.ts'

/** The credential that the script sends, as JSON. */
export const Credential = Type.String({ minLength: 1, maxLength: 16_000 })

type Context = Pick<ConsoleContext, 'publicUrl' | 'encryptionKey'>

/** Null where browsers offer no passkeys. */
export function passkeySetup({ publicUrl, encryptionKey }: Context): PasskeySetup | null {
  const site = passkeySite(publicUrl())
  return site === null ? null : { site, encryptionKey }
}

/** For forms, which are shown only where passkeys are possible. Throws 409. */
export function requirePasskeys(context: Context): PasskeySetup {
  const setup = passkeySetup(context)
  if (setup === null) throw conflict('passkeys_impossible')
  return setup
}

interface PasskeyForm extends Omit<FormOptions, 'csrf'> {
  options: RequestOptions | Awaited<ReturnType<typeof creationOptions>>
  /** The page that has the form. Its script gets fresh options from there. */
  page: string
  /** The field for the credential. */
  credential?: string
  /** Also offers passkeys among the suggestions of the field for the email. */
  suggests?: boolean
  /** Where passkeys are valid. */
  origin: string
}

/** A form that the script `passkey` shows, and sends with the credential that the browser gets. */
export const passkeyForm = (
  { csrf, t }: Guest,
  { options, page, credential = 'credential', suggests = false, origin, ...rest }: PasskeyForm,
  content: Content,
): Html => html`
  <div data-passkey="${JSON.stringify(options)}" data-page="${page}" data-origin="${origin}" data-words="${JSON.stringify(t.secondFactor.passkey.script)}"${suggests ? html` data-suggests` : null} hidden>
    ${form({ ...rest, csrf }, html`<input type="hidden" name="${credential}" data-credential>${content}`)}
    <p class="meta" role="status"></p>
  </div>`
