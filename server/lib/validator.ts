import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import Format from 'typebox/format'
import { Value } from 'typebox/value'
import type { FieldError } from '../../shared/contracts/common.ts'
import './formats.ts'
import { compiledContract } from './compiled-contract.ts'
import { contractFaults, type Fault, mostFaults } from './contract-faults.ts'
import { InvalidRequest } from './errors.ts'
import { unwritableText } from './unwritable-text.ts'

/**
 * Validates requests. Bodies are left unchanged; only values in an address are converted and filled in with defaults.
 * @throws Error for a schema with an unknown format, so that a misspelled format fails at startup
 */
export const contractValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  refuseUnknownFormats(schema)
  // Most calls have no query. The defaults are computed once, because converting costs more than the rest of the check.
  const defaults = httpPart === 'body' ? {} : (convert(schema, {}) as object)
  return value => {
    const ready = httpPart === 'body' ? value : isEmpty(value) ? { ...defaults } : convert(schema, value)
    if (compiledContract(schema).Check(ready)) {
      const unwritable = unwritableText(ready)
      return unwritable ? { error: new InvalidRequest([unwritable], httpPart === 'body' ? 422 : 400) } : { value: ready }
    }
    return { error: new InvalidRequest(fieldErrors(contractFaults(schema, ready), httpPart), httpPart === 'body' ? 422 : 400) }
  }
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

function convert(schema: TSchema, value: unknown): unknown {
  const properties = 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {}
  const truncated = Object.entries((value ?? {}) as Record<string, unknown>).some(
    ([name, part]) =>
      'type' in (properties[name] ?? {}) && (properties[name] as { type?: string }).type === 'integer' && !/^-?\d{1,15}$/.test(String(part))
  )
  // Value.Convert would turn "5.5" into 5. Such a value stays a string, which the check rejects.
  return truncated ? value : Value.Convert(schema, Value.Default(schema, value))
}

interface CheckParams {
  additionalProperties?: string[]
  requiredProperties?: string[]
  type?: string
  allowedValue?: unknown
  allowedValues?: unknown[]
}

/** Converts faults to field errors. The allowed alternatives of one field are merged into one message. */
function fieldErrors(errors: readonly Fault[], httpPart = 'body'): FieldError[] {
  const specific = errors.filter(({ keyword }) => keyword !== 'boolean' && keyword !== 'anyOf')
  const choices = new Map<string, string[]>()
  const fields = (specific.length > 0 ? specific : errors).flatMap(({ instancePath, params, message }): FieldError[] => {
    const { additionalProperties, requiredProperties, type, allowedValue, allowedValues } = params as CheckParams
    const at = (name: string) => `${instancePath}/${name.slice(0, 100)}`
    if (additionalProperties)
      return additionalProperties.slice(0, mostFaults).map(name => ({ path: at(name), message: 'is not a field of this call' }))
    if (requiredProperties) return requiredProperties.map(name => ({ path: at(name), message: 'is required' }))
    const path = instancePath || `(${httpPart})`
    const values = allowedValues ?? (allowedValue === undefined ? null : [allowedValue])
    const choice = type ? [type] : values?.map(value => JSON.stringify(value))
    if (!choice) return [{ path, message }]
    const before = choices.get(path)
    before?.push(...choice)
    if (before) return []
    choices.set(path, choice)
    return [{ path, message: '' }]
  })
  return fields.map(({ path, message }) => ({ path, message: message || `must be ${oneOf([...new Set(choices.get(path))])}` }))
}

const oneOf = (choices: string[]) => [choices.slice(0, -1).join(', '), choices.at(-1)].filter(Boolean).join(' or ')

function refuseUnknownFormats(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const format = (schema as { format?: unknown }).format
  if (typeof format === 'string' && !Format.Has(format)) throw new Error(`unknown format in a contract: ${format}`)
  for (const part of Object.values(schema)) refuseUnknownFormats(part)
}
