import t from 'tap'
import { peopleInTurn } from '../../../../server/backend/threads/people-in-turn.ts'

t.test('each person has one task at a time, two run overall, and the others follow in order', async t => {
  const inTurn = peopleInTurn(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (person: string, name: string) =>
    inTurn(person, () => {
      begun.push(name)
      return new Promise<void>(resolve => ends.set(name, resolve))
    })
  const end = async (name: string, all: Promise<void>) => {
    ends.get(name)?.()
    await all
    await new Promise(setImmediate)
  }
  const first = run('ana', 'a1')
  const second = run('ana', 'a2')
  const other = run('bo', 'b1')
  const third = run('cy', 'c1')
  await new Promise(setImmediate)
  t.same(begun, ['a1', 'b1'])
  await end('a1', first)
  t.same(begun, ['a1', 'b1', 'c1'], 'the person who has waited longer goes first')
  await end('b1', other)
  t.same(begun, ['a1', 'b1', 'c1', 'a2'])
  await end('c1', third)
  await end('a2', second)
  await t.rejects(
    inTurn('ana', () => Promise.reject(new Error('no'))),
    { message: 'no' }
  )
  t.equal(await inTurn('ana', async () => 1), 1, 'a failed task makes room')
})
