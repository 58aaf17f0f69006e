import type { Contract } from './contracts/contract.ts'
import { api } from './nouns.ts'

export const everyContract: Contract[] = Object.values(api).flatMap(group => Object.values(group) as Contract[])
