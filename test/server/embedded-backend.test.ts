import pino from 'pino'
import t from 'tap'
import { migrations, schemaVersion } from '../../server/backend/schema.ts'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { migrate } from '../../server/backend/storage/migrate.ts'
import { readConfig } from '../../server/config.ts'
import { startEmbeddedBackend } from '../../server/embedded-backend.ts'

const silent = pino({ level: 'silent' })

t.test('the embedded backend answers on its own socket, and its log lines reach the main log', async t => {
  const lines: string[] = []
  const backend = await startEmbeddedBackend(readConfig({ DATA_DIR: t.testdir({}) }), silent, { writeLine: line => lines.push(line) })
  t.equal(backend.url, 'http://backend.internal')
  t.match(backend.socketPath, /backend\.sock$/)
  await backend.close()
  t.match(JSON.parse(lines[0] ?? ''), { level: 'info', part: 'backend', time: /Z$/ })
})

t.test('a database of a newer program is refused with an explanation, and no process is left', async t => {
  const dataDir = t.testdir({})
  const open = openDatabase({ dataDir, databaseUrl: null })
  await migrate(open, dataDir, migrations)
  open.sqlite?.exec(`insert into schema_version (version, name, applied_at) values (${schemaVersion + 1}, 'later', 'later')`)
  await open.close()
  await t.rejects(startEmbeddedBackend(readConfig({ DATA_DIR: dataDir }), silent, { writeLine: () => {} }), {
    message: /start the newer program, or restore a backup/
  })
})
