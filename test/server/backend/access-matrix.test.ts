import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { annotationSessionsApi } from '../../../shared/contracts/annotation-sessions.ts'
import type { Contract } from '../../../shared/contracts/contract.ts'
import { api } from '../../../shared/nouns.ts'
import { forEachDatabase, type Person, testBackend } from '../../support/backend.ts'
import { inMs } from '../../support/blind-session.ts'
import { filled, nameOf, oneOfEach, queries } from '../../support/contract-calls.ts'

/**
 * Folder of the tables: one for each noun, with a line for each call and a column for each person. `yes` means that the call was carried out.
 * Otherwise a cell has the status and its reason: the required role, the missing object, or a code. WRITE_MATRIX=1 writes the tables anew; a changed
 * line is a changed right.
 */
const folder = new URL('./access-matrix/', import.meta.url)
const fileOf = (noun: string) => `${noun.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.txt`

/** From the fewest rights to the most, so that few calls affect the next person. */
const columns = ['signed out', 'stranger', 'read token', 'viewer', 'blind', 'editor', 'owner'] as const
type Column = (typeof columns)[number] | 'administrator' | 'their token'
/** Columns of a noun. An administrator has no special rights in a project, and has a column only where they have some. */
const columnsOf = (noun: string): readonly Column[] =>
  ['administration', 'mapLayers'].includes(noun) ? [...columns, 'administrator', 'their token'] : columns

await forEachDatabase(t, (t, database) => {
  t.test('every call admits the viewers that the matrix admits, and refuses others as it states', async t => {
    const backend = await testBackend(t, { database, wormsUrl: 'http://127.0.0.1:1' })
    const { app, storage, signUp } = backend
    const administrator = await signUp('amy@lab.example') // the first account of a server
    const [owner, editor, blind, viewer, stranger, cy, di] = (await Promise.all(
      ['ada', 'eve', 'bea', 'vic', 'bob', 'cy', 'di'].map(name => signUp(`${name}@lab.example`))
    )) as [Person, Person, Person, Person, Person, Person, Person]
    const { secret } = (await owner.post('/auth/tokens', { name: 'for reading', scope: 'read' })).json()
    const bearers: Record<Column, string | null> = {
      'signed out': null,
      stranger: stranger.tokens.access_token,
      'read token': secret,
      viewer: viewer.tokens.access_token,
      blind: blind.tokens.access_token,
      editor: editor.tokens.access_token,
      owner: owner.tokens.access_token,
      administrator: administrator.tokens.access_token,
      'their token': (await administrator.post('/auth/tokens', { name: 'for writing', scope: 'write' })).json().secret
    }

    async function scene() {
      await storage.db.deleteFrom('project').execute()
      await storage.db.deleteFrom('upload').execute()
      await storage.db.deleteFrom('job').execute()
      await storage.db.deleteFrom('opportunity').execute() // a person may have only 200
      const ids = await oneOfEach(backend, owner, [cy, di])
      const members = [
        [editor, 'editor'],
        [blind, 'editor'],
        [viewer, 'viewer']
      ] as const
      for (const [{ email }, role] of members) await owner.post(`/projects/${ids.projectId}/members`, { email, role })
      const running = {
        ...annotationSessionsApi.create.example,
        startsAt: inMs(-1000),
        name: 'Running',
        hidesEarlier: true
      }
      const begun = await owner.post(`/projects/${ids.projectId}/annotation-sessions`, { ...running, memberIds: [blind.id, di.id] })
      if (begun.statusCode !== 201) throw new Error(begun.body)
      return { ...ids, accountId: cy.id, sessionId: 'no-session' }
    }

    async function ask(contract: Contract, ids: Record<string, string>, bearer: string | null): Promise<string> {
      const isStream = contract.body === 'stream'
      const url = `/api${filled(contract.url, ids)}${queries[nameOf(contract)] ?? ''}`
      const upload = contract.url.startsWith('/uploads') && { 'tus-resumable': '1.0.0', ...uploadOf(ids.projectId ?? '') }
      const headers = { ...(bearer && { authorization: `Bearer ${bearer}` }), ...(isStream && { 'content-type': 'text/csv' }), ...upload }
      const payload = isStream ? (contract.url === '/uploads' ? null : Buffer.from('a file')) : contract.example
      const answer = await app.inject({ method: contract.method, url, headers, ...(payload && { payload }) })
      if (answer.statusCode < 400) return 'yes'
      const { code, detail } = answer.body === '' ? { code: '', detail: '' } : answer.json<{ code: string; detail: string }>()
      if (answer.statusCode === 401) return '401'
      if (code === 'READ_ONLY_TOKEN') return '403 read only'
      if (code === 'INTERNAL' && contract.url.startsWith('/media/')) return 'yes, no file'
      if (code === 'ROLE_NEEDED') return `403 ${/role of (\w+)/.exec(detail)?.[1]}`
      if (code === 'NOT_FOUND') return `404 ${/^The (.*) was not found/.exec(detail)?.[1]?.replaceAll(' ', '-')}`
      return `${answer.statusCode} ${answer.statusCode === 422 ? '' : code}`.trim()
    }

    const asked = (contracts: Record<string, Contract>) =>
      Object.values(contracts).filter(({ url, auth }) => url !== '/events' && auth !== 'none')
    const nouns = Object.entries<Record<string, Contract>>(api).filter(([, contracts]) => asked(contracts).length > 0)
    let ids: Record<string, string> = await scene()
    let isChanged = false

    /** Repeats a call in a new scene when a refusal may result from a change by an earlier call. */
    async function cellOf(contract: Contract, column: Column): Promise<string> {
      const cell = await ask(contract, ids, bearers[column])
      if (cell === 'yes') {
        isChanged ||= contract.method !== 'GET' && contract.method !== 'HEAD'
        return cell
      }
      if (!isChanged || cell === '401') return cell
      ids = await scene()
      isChanged = false
      return cellOf(contract, column)
    }

    for (const [noun, contracts] of nouns) {
      const people = columnsOf(noun)
      const table = aligned([['', ...people], ...(await linesOf(asked(contracts), people))])
      const file = new URL(fileOf(noun), folder)
      if (process.env.WRITE_MATRIX) writeFileSync(file, table)
      t.strictSame(table.split('\n'), readFileSync(file, 'utf8').split('\n'), noun)
    }
    t.same(readdirSync(folder).sort(), nouns.map(([noun]) => fileOf(noun)).sort(), 'every table is in use')

    async function linesOf(contracts: Contract[], columns: readonly Column[]): Promise<string[][]> {
      const lines: string[][] = []
      for (const contract of contracts) {
        const cells: string[] = []
        for (const column of columns) cells.push(await cellOf(contract, column))
        lines.push([nameOf(contract), ...cells])
      }
      return lines
    }
  })
})

function uploadOf(projectId: string) {
  const metadata = Object.entries({ projectId, filename: 'reef.jpg' }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`
  )
  return {
    'upload-length': '9',
    'upload-metadata': metadata.join(','),
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream'
  }
}

function aligned(rows: string[][]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0))) ?? []
  return `${rows
    .map(row =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')}\n`
}
