import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { databaseFile, openDatabase } from '../../../../server/backend/storage/database.ts'

async function notes(t: Test) {
  const dataDir = t.testdir({})
  const open = openDatabase({ dataDir, databaseUrl: null })
  t.teardown(() => open.close())
  const { db } = open
  await sql`create table note (text text not null unique)`.execute(db)
  const write = (text: string, on = db) => sql`insert into note (text) values (${text})`.execute(on)
  const read = async (on = db) =>
    (await sql<{ text: string }>`select text from note order by rowid`.execute(on)).rows.map(({ text }) => text)
  return { db, file: databaseFile(dataDir), write, read }
}

t.test('reads do not wait for a transaction and see the last commit; writes wait their turn', async t => {
  const { db, write, read } = await notes(t)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>()
  const first = db.transaction().execute(async transaction => {
    await write('first', transaction)
    hasBegun()
    await held
    return read(transaction)
  })
  await begun
  t.same(await read(), [])
  const ended: string[] = []
  const second = write('second').then(() => ended.push('second'))
  const third = db
    .transaction()
    .execute(transaction => write('third', transaction))
    .then(() => ended.push('third'))
  t.same(await read(), [], 'nor for the waiting ones')
  t.same(ended, [])
  letGo()
  t.same(await first, ['first'])
  await Promise.all([second, third])
  t.same(ended, ['second', 'third'])
  t.same(await read(), ['first', 'second', 'third'])
})

t.test('a failure leaves nothing behind and lets the next transaction begin, even if SQLite has rolled back itself', async t => {
  const { db, write, read } = await notes(t)
  await t.rejects(
    db.transaction().execute(async transaction => {
      await write('a', transaction)
      await write('a', transaction)
    }),
    /UNIQUE/
  )
  await t.rejects(
    db.transaction().execute(async transaction => {
      await write('b', transaction)
      await sql`rollback`.execute(transaction)
      throw new Error('as on a full disk')
    }),
    /as on a full disk/
  )
  await db.transaction().execute(transaction => write('c', transaction))
  t.same(await read(), ['c'])
})

t.test('writes wait for another process that writes, and nothing else waits meanwhile', async t => {
  const { db, file, write, read } = await notes(t)
  const other = new DatabaseSync(file)
  t.teardown(() => other.close())
  other.exec(`begin immediate; insert into note (text) values ('other')`)
  const ended: string[] = []
  const writing = [
    write('first').then(() => ended.push('first')),
    db
      .transaction()
      .execute(async transaction => {
        await write('second', transaction)
        await new Promise(setImmediate)
        throw new Error('undone')
      })
      .catch(() => ended.push('second')),
    write('third').then(() => ended.push('third'))
  ]
  t.same(await read(), [], 'reads are answered')
  t.same(ended, [])
  other.exec('commit')
  await Promise.all(writing)
  t.same(ended, ['first', 'second', 'third'])
  t.same(await read(), ['other', 'first', 'third'], 'no write gets into another transaction')
})
