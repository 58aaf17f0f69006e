import t from 'tap'
import '../../server/lib/formats.ts'
import { compiledContract } from '../../server/lib/compiled-contract.ts'
import type { Contract } from '../../shared/contracts/contract.ts'
import { gatewayApi } from '../../shared/contracts/gateway.ts'
import { api } from '../../shared/nouns.ts'

const contracts = Object.values<Record<string, Contract>>({ ...api, gateway: gatewayApi }).flatMap(group => Object.values(group))

t.test('every contract with a body has an example that passes its schema, and no other has one', async t => {
  for (const { method, url, schema, example } of contracts) {
    const name = `${method} ${url}`
    if (!schema.body) t.notOk(example, name)
    else if (!example) t.fail(`${name} has no example`)
    else t.same([...compiledContract(schema.body).Errors(example)], [], name)
  }
})
