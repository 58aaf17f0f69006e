import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormFields } from '../../ui/section.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import styles from './outside.module.css'
import type { QuerySchema } from './query-fields.tsx'
import { texts } from './texts.ts'

const { jobForm: words } = texts

/** Schema of the account that a source requires. */
export interface AccountSchema extends QuerySchema {
  title?: string
  description?: string
}

const nameOf = (property: string) => `account.${property}`

interface AccountFieldsProps {
  schema: AccountSchema
  /** Whether the server has an account for the job. The values of the account never reach the page. */
  isStored: boolean
  /** Errors by field name, such as `account.name`. */
  errors: Record<string, string>
}

/** Form fields for the account at a source. A stored account is replaced as a whole. */
export function AccountFields({ schema, isStored, errors }: AccountFieldsProps) {
  const [isReplaced, setReplaced] = useState(false)
  const isOpen = !isStored || isReplaced
  return (
    <fieldset className={styles.boxField} aria-describedby="account-about">
      <legend>{schema.title ?? words.account}</legend>
      <p className={styles.quiet} id="account-about">
        {errors.account ?? (isOpen ? schema.description : words.accountStored)}
      </p>
      {isOpen && (
        <FormFields>
          {Object.entries(schema.properties ?? {}).map(([property, { title, description, format }]) => {
            const props = { label: title ?? property, description, name: nameOf(property), error: errors[nameOf(property)] }
            return format === 'password' ? (
              // For a new password, a browser does not offer its stored Isobath password.
              <PasswordField key={property} {...props} autoComplete="new-password" maxLength={1000} />
            ) : (
              <TextField key={property} {...props} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={1000} />
            )
          })}
        </FormFields>
      )}
      {isStored && (
        <div>
          <Button size="small" onClick={() => setReplaced(!isReplaced)}>
            {isReplaced ? words.accountKeep : words.accountReplace}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Reads the account from the form; null when the stored account is kept or none is needed. */
export function accountOf(
  schema: AccountSchema | undefined,
  form: FormData
): { account: Record<string, string> | null } | { errors: Record<string, string> } {
  const fields = Object.entries(schema?.properties ?? {}).filter(([property]) => form.has(nameOf(property)))
  if (fields.length === 0) return { account: null }
  const account: Record<string, string> = {}
  const errors: Record<string, string> = {}
  for (const [property, { title, format }] of fields) {
    const text = String(form.get(nameOf(property)))
    account[property] = format === 'password' ? text : text.trim()
    if (account[property] === '') errors[nameOf(property)] = words.needed(title ?? property)
  }
  return Object.keys(errors).length > 0 ? { errors } : { account }
}
