import type { TSchema } from 'typebox'
import { compiledContract } from './compiled-contract.ts'

type Part = TSchema & {
  anyOf?: Part[]
  properties?: Record<string, Part>
  items?: Part
  maxItems?: number
  const?: unknown
}

/**
 * A schema for telling what is wrong with a value that does not fit: of branches that say by a constant which one they are (`kind`) only
 * the one that the value means is left, or the question which one it is; of a list only its first wrong element is asked about, and what
 * fits is not asked about again: telling takes long, and the value may be a megabyte.
 */
export function meantSchema(schema: TSchema, value: unknown): TSchema {
  const part = schema as Part
  if (part.anyOf) return meantBranch(part, value)
  if (part.properties && isRecord(value)) {
    const properties = Object.entries(part.properties).map(([name, property]) => [name, unlessItFits(property, value[name])])
    return { ...part, properties: Object.fromEntries(properties) }
  }
  if (part.items && !Array.isArray(part.items) && Array.isArray(value) && value.length <= (part.maxItems ?? mostElements)) {
    const { items } = part
    const wrong = value.findIndex(element => !compiledContract(items).Check(element))
    if (wrong >= 0) return { ...part, items: [...Array<TSchema>(wrong).fill({}), meantSchema(items, value[wrong])] }
  }
  return part
}

const unlessItFits = (schema: TSchema, value: unknown): TSchema => (compiledContract(schema).Check(value) ? {} : meantSchema(schema, value))

/** Longer lists are told as a whole. */
const mostElements = 10_000

function meantBranch(union: Part, value: unknown): TSchema {
  const branches = flat(union)
  const tag = branches.flatMap(({ properties = {} }) => Object.keys(properties).filter(name => properties[name]?.const !== undefined))[0]
  if (tag === undefined || !isRecord(value)) return union
  const tagged = branches.filter(({ properties }) => properties?.[tag]?.const !== undefined)
  const meant = tagged.find(({ properties }) => properties?.[tag]?.const === value[tag])
  if (meant) return meantSchema(meant, value)
  return { type: 'object', required: [tag], properties: { [tag]: { enum: tagged.map(({ properties }) => properties?.[tag]?.const) } } }
}

const flat = ({ anyOf = [] }: Part): Part[] => anyOf.flatMap(branch => (branch.anyOf ? flat(branch) : [branch]))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
