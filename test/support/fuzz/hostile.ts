import type { Chance } from './chance.ts'
import { hostileTexts } from './texts.ts'

const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

const oddities: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e-320,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e21,
  [],
  {},
  [null],
  [[]],
  { length: 5 },
  { toString: 1 },
  { $ne: null },
  deep(40),
  Array.from({ length: 1_000 }, (_, at) => at),
  Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field${at}`, at]))
]

/** Bodies that are not JSON, or are malicious JSON. */
const rawBodies = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '1e999',
  'NaN',
  '\u0000',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '['.repeat(5_000),
  '{"a":'.repeat(2_000),
  `{"a":"${'x'.repeat(200_000)}"}`,
  `[${'{},'.repeat(20_000)}{}]`
]

/** Serialises a body as JSON, unchanged or with one to three faults. */
export function bodyText(value: unknown, spoilt: boolean, chance: Chance): string {
  if (!spoilt) return JSON.stringify(value)
  if (chance.in100(15)) return chance.one(rawBodies)
  let body = structuredClone(value)
  for (let n = 1 + chance.below(3); n > 0; n--) body = spoil(body, chance)
  const text = JSON.stringify(body) ?? ''
  return chance.in100(3) ? text.replace('{', '{"__proto__":{"polluted":1},') : text
}

/** Returns the value with one change: a different value, a missing one, or an additional one. */
export function spoil(value: unknown, chance: Chance): unknown {
  const isObject = typeof value === 'object' && value !== null
  const names = isObject ? Object.keys(value) : []
  if (!isObject || names.length === 0 || chance.in100(5)) return oddity(chance)
  const parts = value as Record<string, unknown>
  const name = chance.one(names)
  const die = chance.below(100)
  if (die < 55) parts[name] = spoil(parts[name], chance)
  else if (die < 80) parts[name] = oddity(chance)
  else if (die < 90) delete parts[name]
  else if (Array.isArray(value)) value.push(value[0], oddity(chance))
  else parts[chance.one(['id', 'projectId', 'role', 'ownerId', 'isAdmin', 'createdBy', ...hostileTexts.slice(0, 12)])] = oddity(chance)
  return value
}

export const oddity = (chance: Chance): unknown => (chance.in100(50) ? chance.one(hostileTexts) : structuredClone(chance.one(oddities)))
