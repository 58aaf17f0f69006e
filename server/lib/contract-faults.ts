import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { compiledContract } from './compiled-contract.ts'

type Part = TSchema & {
  anyOf?: Part[]
  properties?: Record<string, Part>
  patternProperties?: Record<string, Part>
  additionalProperties?: boolean
  required?: string[]
  items?: Part | Part[]
  maxItems?: number
  maxProperties?: number
  type?: string
  const?: unknown
}

export interface Fault {
  keyword: string
  instancePath: string
  message: string
  params: object
}

/** Maximum number of faults reported for one request. */
export const mostFaults = 20

/**
 * Finds the faults of a value that breaks its contract, at most `mostFaults`. Finding all faults in a body of a megabyte would block the
 * thread for seconds. A union is checked only against the branch that the value selects by its type or by a constant (`kind`). If the constant
 * selects no branch, only the constant is reported. Only the first invalid element of a list is reported. For a value that is too large, only
 * the size is reported.
 */
export function contractFaults(schema: TSchema, value: unknown): Fault[] {
  const faults: Fault[] = []
  check(schema as Part, value, '', faults)
  return faults.slice(0, mostFaults)
}

function check(part: Part, value: unknown, path: string, faults: Fault[]): void {
  const before = faults.length
  if (part.anyOf) checkBranches(part, value, path, faults)
  else if (Array.isArray(value) && part.type === 'array') checkList(part, value, path, faults)
  else if (isRecord(value) && part.type === 'object') checkFields(part, value, path, faults)
  if (faults.length === before) faults.push(...libraryFaults(part, value, path))
}

/** Returns the faults that the library reports. The library is fast enough only for small values. */
function libraryFaults(schema: TSchema, value: unknown, path: string): Fault[] {
  return (Value.Errors(schema, value) as Fault[]).map(fault => ({ ...fault, instancePath: path + fault.instancePath }))
}

function checkList({ items, maxItems }: Part, value: unknown[], path: string, faults: Fault[]): void {
  if (maxItems !== undefined && value.length > maxItems) {
    faults.push(...libraryFaults({ maxItems }, value, path))
    return
  }
  if (!items || Array.isArray(items)) return
  const item = compiledContract(items)
  const wrong = value.findIndex(element => !item.Check(element))
  if (wrong >= 0) check(items, value[wrong], `${path}/${wrong}`, faults)
}

function checkFields(part: Part, value: Record<string, unknown>, path: string, faults: Fault[]): void {
  const { properties = {}, patternProperties = {}, required = [], maxProperties, additionalProperties } = part
  const names = Object.keys(value)
  if (maxProperties !== undefined && names.length > maxProperties) {
    faults.push(...libraryFaults({ maxProperties }, value, path))
    return
  }
  const missing = required.filter(name => !Object.hasOwn(value, name))
  if (missing.length > 0) faults.push(...libraryFaults({ required: missing }, {}, path))

  const patterns = Object.entries(patternProperties).map(([pattern, schema]) => ({ pattern: new RegExp(pattern, 'u'), schema }))
  const unknown: string[] = []
  for (const name of names) {
    if (faults.length >= mostFaults || unknown.length >= mostFaults) break
    const schemas = patterns.filter(({ pattern }) => pattern.test(name)).map(({ schema }) => schema)
    if (Object.hasOwn(properties, name)) schemas.push(properties[name]!)
    if (schemas.length === 0 && additionalProperties === false) unknown.push(name)
    for (const schema of schemas) {
      if (!compiledContract(schema).Check(value[name])) check(schema, value[name], `${path}/${name.slice(0, 100)}`, faults)
    }
  }
  if (unknown.length > 0)
    faults.push({ keyword: 'additionalProperties', instancePath: path, message: '', params: { additionalProperties: unknown } })
}

function checkBranches(union: Part, value: unknown, path: string, faults: Fault[]): void {
  const branches = flat(union)
  const fitting = branches.filter(({ type }) => type === kindOf(value))
  const only = fitting.length === 1 ? fitting[0] : undefined
  if (!only && !isRecord(value)) return
  const tag = branches.flatMap(({ properties = {} }) => Object.keys(properties).filter(name => properties[name]?.const !== undefined))[0]
  const tagged = branches.filter(({ properties }) => tag !== undefined && properties?.[tag]?.const !== undefined)
  const chosen = only ?? tagged.find(({ properties }) => properties?.[tag!]?.const === (value as Record<string, unknown>)[tag!])
  if (chosen) check(chosen, value, path, faults)
  else if (tag !== undefined) faults.push(...libraryFaults(tagChoice(tag, tagged), pick(value as Record<string, unknown>, tag), path))
}

const tagChoice = (tag: string, tagged: Part[]): TSchema => ({
  type: 'object',
  required: [tag],
  properties: { [tag]: { enum: tagged.map(({ properties }) => properties?.[tag]?.const) } }
})

const pick = (value: Record<string, unknown>, name: string) => (Object.hasOwn(value, name) ? { [name]: value[name] } : {})

const flat = ({ anyOf = [] }: Part): Part[] => anyOf.flatMap(branch => (branch.anyOf ? flat(branch) : [branch]))

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : null)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
