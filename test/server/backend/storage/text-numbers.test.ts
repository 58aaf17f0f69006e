import { sql } from 'kysely'
import t from 'tap'
import { positiveNumber } from '../../../../server/backend/storage/text-numbers.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

await forEachDatabase(t, (t, database) => {
  t.test('text is a positive number, or none, alike on both databases', async t => {
    const { db } = (await testBackend(t, { database })).storage
    const expected = {
      '2': 2,
      '2.25': 2.25,
      '0.5': 0.5,
      '0': null,
      '2.': null,
      '.5': null,
      '1.2.3': null,
      '-1': null,
      '1e3': null,
      '': null
    }
    for (const [text, number] of Object.entries(expected)) {
      const found = await db.selectNoFrom(positiveNumber(db, sql<string>`cast(${text} as text)`).as('number')).executeTakeFirst()
      t.equal(found?.number, number, `“${text}”`)
    }
  })
})
