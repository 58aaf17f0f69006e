import type { LightMyRequestResponse } from 'fastify'
import { compiledContract } from '../../../server/lib/compiled-contract.ts'
import { Problem } from '../../../shared/contracts/common.ts'
import type { Contract } from '../../../shared/contracts/contract.ts'

/** Returns the fault of an answer, or null when its contract allows it. */
export function faultOf(contract: Contract, method: string, answer: LightMyRequestResponse): string | null {
  const { statusCode: status, headers, body } = answer
  const declared = contract.schema.response?.[status]
  if (status >= 500 && !declared) return `answered ${status}`
  if (method === 'HEAD') return body === '' ? null : 'answered HEAD with a body'
  const type = String(headers['content-type'] ?? '')
  const isProblem = type.startsWith('application/problem+json')
  if (status >= 400 && !isProblem) return contract.url.startsWith('/uploads') ? null : `answered ${status} as ${type || 'nothing'}`
  if (status >= 400) return against(declared ?? Problem)
  if (status === 204 || status === 304) return body === '' ? null : `answered ${status} with a body`
  if (declared) return against(declared)
  return contract.answer === 'stream' || contract.body === 'stream' ? null : `answered ${status}, which its contract does not name`

  function against(schema: NonNullable<typeof declared>): string | null {
    let parsed: unknown
    try {
      parsed = JSON.parse(body)
    } catch {
      return `answered ${status} with what is no JSON`
    }
    if (compiledContract(schema).Check(parsed)) return null
    const [, [first] = []] = compiledContract(schema).Errors(parsed) as unknown as [boolean, { instancePath: string; message: string }[]]
    return `answered ${status} against its schema: ${first?.instancePath} ${first?.message}`
  }
}
