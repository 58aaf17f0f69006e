import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { DateField, TextArea, TextField } from '../../ui/text-field.tsx'
import styles from './outside.module.css'
import { texts } from './texts.ts'

const { jobForm: words } = texts

/** Subset of JSON Schema in which sources describe their queries. */
export interface QuerySchema {
  properties?: Record<string, PropertySchema>
  required?: string[]
}

interface PropertySchema {
  type?: string
  title?: string
  description?: string
  format?: string
  enum?: string[]
}

const edges = ['west', 'south', 'east', 'north'] as const

/** Returns the values of a query as strings by field name. The edges of a bounding box have names such as `area.west`. */
export function valuesOf(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([edge, degrees]) => [`${name}.${edge}`, String(degrees)])
        : [[name, String(value)]]
    )
  )
}

interface QueryFieldsProps {
  schema: QuerySchema
  /** Initial values by field name. The edges of a bounding box have names such as `area.west`. */
  values: Record<string, string>
  /** Errors by the same names. */
  errors: Record<string, string>
}

/** Form fields for a query, generated from the schema of its source. */
// Long: the fields of one form, kind by kind.
export function QueryFields({ schema, values, errors }: QueryFieldsProps) {
  const fields = Object.entries(schema.properties ?? {})
  const long = fields.filter(([, { type, format }]) => type === 'string' && format !== 'date')
  const boxes = fields.filter(([, { format }]) => format === 'box')
  const short = fields.filter(field => !long.includes(field) && !boxes.includes(field))
  const props = (name: string, { title, description }: PropertySchema) => ({
    label: title ?? name,
    description,
    name,
    optional: !schema.required?.includes(name),
    autoComplete: 'off',
    defaultValue: values[name] ?? '',
    error: errors[name]
  })
  const longField = ([name, property]: [string, PropertySchema]) => {
    if (property.enum)
      return (
        <Select
          key={name}
          {...props(name, property)}
          defaultValue={values[name] ?? property.enum[0]}
          options={property.enum.map(value => ({ value, label: value }))}
        />
      )
    return property.format === 'lines' ? (
      <TextArea key={name} {...props(name, property)} rows={4} />
    ) : (
      <TextField key={name} {...props(name, property)} {...(property.format === 'uri' && { inputMode: 'url', placeholder: 'https://' })} />
    )
  }
  return (
    <>
      {long.slice(0, 1).map(longField)}
      {boxes.map(([name, { title }]) => (
        <fieldset key={name} className={styles.boxField} aria-describedby={`${name}-about`}>
          <legend>
            {title ?? name} <span className={styles.quiet}>{words.optional}</span>
          </legend>
          <div className={styles.box}>
            {edges.map(edge => (
              <TextField
                key={edge}
                label={words[edge]}
                name={`${name}.${edge}`}
                inputMode="text"
                autoComplete="off"
                defaultValue={values[`${name}.${edge}`] ?? ''}
                error={errors[`${name}.${edge}`]}
              />
            ))}
          </div>
          <p className={styles.quiet} id={`${name}-about`}>
            {errors[name] ?? words.areaAbout}
          </p>
        </fieldset>
      ))}
      {short.length > 0 && (
        <div className={styles.pair}>
          {short.map(([name, property]) =>
            property.format === 'date' ? (
              <DateField key={name} {...props(name, property)} />
            ) : (
              <TextField key={name} {...props(name, property)} inputMode="decimal" />
            )
          )}
        </div>
      )}
      {long.slice(1).map(longField)}
    </>
  )
}

/** Reads the query from the form, or returns its errors by field. */
export function queryOf(schema: QuerySchema, form: FormData): { query: Record<string, unknown> } | { errors: Record<string, string> } {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const query: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const [name, { type, format, title }] of Object.entries(schema.properties ?? {})) {
    if (format === 'box') {
      const given = edges.map(edge => [edge, readNumber(text(`${name}.${edge}`))] as const)
      const stated = given.filter(([, value]) => value !== null)
      for (const [edge, value] of given) if (value !== null && Number.isNaN(value)) errors[`${name}.${edge}`] = words.noNumber
      if (stated.length === edges.length) query[name] = Object.fromEntries(given)
      else if (stated.length > 0) errors[name] = words.wholeArea
    } else if (type === 'number' || type === 'integer') {
      const value = readNumber(text(name))
      if (value !== null && Number.isNaN(value)) errors[name] = words.noNumber
      else if (value !== null) query[name] = value
    } else if (text(name) !== '') query[name] = text(name)
    if (schema.required?.includes(name) && query[name] === undefined) errors[name] ??= words.needed(title ?? name)
  }
  return Object.keys(errors).length > 0 ? { errors } : { query }
}
