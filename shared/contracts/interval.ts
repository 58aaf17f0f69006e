import { type Static, Type } from 'typebox'
import { Nullable } from './common.ts'

export type Interval = Static<typeof Interval>
/**
 * Value with its 95 % interval, from a bootstrap of whole groups. If all draws have the same value, a share has Wilson's interval instead,
 * and other values have no interval. `low` and `high` are null without an interval, as when the test has a single group.
 */
export const Interval = Type.Object({ value: Type.Number(), low: Nullable(Type.Number()), high: Nullable(Type.Number()) })
