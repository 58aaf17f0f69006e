import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Chance } from './chance.ts'
import { decentTexts, filterText } from './texts.ts'

/** The parts of JSON Schema that the contracts use. */
interface Schema {
  type?: string
  anyOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  items?: Schema | Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

export interface Draws {
  chance: Chance
  /** Draws an id for a field of this name. */
  id(name: string): string
}

/** Draws a value that nearly always fits its schema, often at a limit of the allowed range. */
export function valueFor(schema: TSchema, name: string, draws: Draws): unknown {
  return draw(schema as Schema, name)

  function draw(part: Schema, name: string): unknown {
    const { chance } = draws
    if (part.anyOf) return draw(chance.one(part.anyOf), name)
    if ('const' in part) return part.const
    if (part.enum) return chance.one(part.enum)
    switch (part.type) {
      case 'null':
        return null
      case 'boolean':
        return chance.in100(50)
      case 'integer':
      case 'number':
        return number(part, name)
      case 'string':
        return text(part, name)
      case 'array':
        return list(part, name)
      case 'object':
        return object(part)
      default:
        return null
    }
  }

  function object({ properties = {}, required = [], patternProperties }: Schema): object {
    const { chance } = draws
    const some = Object.entries(properties).filter(([name]) => required.includes(name) || chance.in100(40))
    const entries = some.map(([name, part]) => [name, draw(part, name)])
    const [open] = Object.values(patternProperties ?? {})
    if (open) for (let n = chance.below(4); n > 0; n--) entries.push([chance.one(decentTexts).slice(0, 20), draw(open, 'value')])
    return Object.fromEntries(entries)
  }

  function list({ items = {}, minItems = 0, maxItems = 100 }: Schema, name: string): unknown[] {
    const { chance } = draws
    if (Array.isArray(items)) return items.map(part => draw(part, name))
    const length = chance.in100(1) ? Math.min(maxItems, 600) : Math.min(maxItems, minItems + chance.below(4))
    return Array.from({ length }, () => draw(items, name))
  }

  function number({ type, minimum, maximum, exclusiveMinimum }: Schema, name: string): number {
    const { chance } = draws
    if (name === 'revision' && chance.in100(80)) return 1 + chance.below(3)
    const least = minimum ?? exclusiveMinimum ?? -1e6
    const most = maximum ?? Number.MAX_SAFE_INTEGER
    const step = type === 'integer' ? 1 : 0.001
    const low = exclusiveMinimum === undefined ? least : least + step
    const small = Math.min(most, low + chance.below(200) * (type === 'integer' ? 1 : 0.37))
    const edge = chance.one([low, most, Math.min(most, low + step), Math.max(low, most - step)])
    return chance.in100(75) ? small : edge
  }

  function text(part: Schema, name: string): string {
    const { chance, id } = draws
    const { minLength = 0, maxLength = 500, pattern, format } = part
    if (name === 'filter') return filterText(chance, () => id('labelId'))
    if (minLength === 1 && maxLength === 128 && !pattern && name !== 'invitation') return id(name)
    if (!pattern && !format && chance.in100(8)) return 'ü'.repeat(chance.one([minLength, Math.min(maxLength, 20_000)]))
    const fitting = fittingTexts(part)
    return fitting.length > 0 ? chance.one(fitting) : chance.one(decentTexts)
  }
}

const fittingBySchema = new WeakMap<Schema, string[]>()

function fittingTexts(part: Schema): string[] {
  const before = fittingBySchema.get(part)
  if (before) return before
  const fitting = decentTexts.filter(text => Check(part as TSchema, text))
  fittingBySchema.set(part, fitting)
  return fitting
}
