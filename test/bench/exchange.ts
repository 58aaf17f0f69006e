import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Export, Import } from '../../shared/contracts/exchange.ts'
import { insertMediaRows } from '../support/media-rows.ts'
import { freePort, type Running, startServer } from './support/processes.ts'
import { signIn, signUp } from './support/sessions.ts'
import { count, table } from './support/table.ts'

export const title = 'Import and export'

const imageCount = 2_000
const cocoCount = 100_000
const occurrenceCount = 1_000_000
const taxa = ['Brisinga', 'Freyella', 'Ophiuroidea', 'Pennatulacea', 'Holothuroidea', 'Galatheidae', 'Actiniaria', 'Porifera']

/** Measures the time from the call to the finished job, through the gateway, and the peak memory. Each job runs on a freshly started server. */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir }
  const rows: string[][] = []

  async function timed(name: string, bar: string, work: (lab: Laboratory) => Promise<void>): Promise<void> {
    const server = await startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
    try {
      const lab = await laboratory(server, dataDir, rows.length === 0)
      forgetPeak(server)
      const before = peakMb(server)
      const start = performance.now()
      await work(lab)
      rows.push([name, bar, `${((performance.now() - start) / 1000).toFixed(1)} s`, `${before} MB`, `${peakMb(server)} MB`])
    } finally {
      await server.stop()
    }
  }

  try {
    await timed(`COCO in, ${count(cocoCount)} annotations: read, look over, import`, '10 s', lab => lab.importCoco())
    await timed(`COCO out, ${count(cocoCount)} annotations`, '5 s', lab => lab.exported('coco'))
    await multiply(dataDir)
    await timed(`Darwin Core Archive out, ${count(occurrenceCount)} occurrences`, '60 s', lab => lab.exported('dwca'))
    return [
      `SQLite, ${count(imageCount)} images. Memory: that of the whole server, before and at its peak; an export may take 300 MB.`,
      '',
      table(['work', 'bar', 'took', 'before', 'most'], rows)
    ].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fileName = (at: number) => `frame-${String(at).padStart(6, '0')}.jpg`

type Laboratory = Awaited<ReturnType<typeof laboratory>>

async function laboratory(server: Running, dataDir: string, isFirst: boolean) {
  const cookie = await (isFirst ? signUp(server) : signIn(server))
  const headers = { cookie, 'x-requested-by': 'app' }
  async function call<Answer>(method: string, path: string, body?: string | object): Promise<Answer> {
    const isFile = typeof body === 'string'
    const type = isFile ? 'application/octet-stream' : 'application/json'
    const init = {
      method,
      headers: { ...headers, ...(body && { 'content-type': type }) },
      ...(body && { body: isFile ? body : JSON.stringify(body) })
    }
    const answer = await fetch(`${server.url}/api${path}`, init)
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const { id: accountId } = await call<{ id: string }>('GET', '/auth/me')
  if (isFirst) await call('POST', '/projects', { title: 'Outer shelf 2026' })
  const { projects } = await call<{ projects: { id: string }[] }>('GET', '/projects')
  const projectId = projects[0]!.id

  async function until<Work extends { state: string; failure: string | null }>(path: string, state: string): Promise<Work> {
    for (;;) {
      const now = await call<Work>('GET', path)
      if (now.state === state) return now
      if (now.state === 'failed' || now.failure) throw new Error(now.failure ?? `${path} failed`)
      await pause(50)
    }
  }

  if (isFirst)
    await withDatabase(dataDir, async db => {
      await insertMediaRows(db, { projectId, accountId, count: imageCount, fileName })
      const place = { event_date: '2026-03-01T10:00:00.000Z', decimal_latitude: 36.7, decimal_longitude: -122, depth_in_meters: 90 }
      await db.updateTable('media').set(place).execute()
    })
  return {
    async importCoco(): Promise<void> {
      const { id } = await call<Import>('POST', `/projects/${projectId}/imports?format=coco&fileName=coco.json`, cocoFile())
      const { revision } = await until<Import>(`/imports/${id}`, 'ready')
      await call('POST', `/imports/${id}/apply`, { revision })
      await until(`/imports/${id}`, 'applied')
    },

    async exported(format: string): Promise<void> {
      const { id } = await call<Export>('POST', `/projects/${projectId}/exports`, { format, options: { license: 'CC-BY-4.0' } })
      await until(`/exports/${id}`, 'ready')
    }
  }
}

async function withDatabase(dataDir: string, work: (db: ReturnType<typeof openDatabase>['db']) => Promise<unknown>): Promise<void> {
  const storage = openDatabase({ dataDir, databaseUrl: null })
  await work(storage.db)
  await storage.close()
}

/** Multiplies the annotations directly in the database, and turns their labels into taxa. */
async function multiply(dataDir: string): Promise<void> {
  await withDatabase(dataDir, async db => {
    await db
      .updateTable('label')
      .set(eb => ({
        scientific_name: eb.ref('name'),
        taxon_rank: 'genus',
        scientific_name_id: 'urn:lsid:marinespecies.org:taxname:123210'
      }))
      .execute()
    const copies = Math.round(occurrenceCount / cocoCount)
    for (let copy = 1; copy < copies; copy++) {
      const prefix = newId().slice(0, 19)
      await sql`
        insert into annotation (id, project_id, media_id, shape_kind, shape, area, label_id, confidence, attributes, review_state, source,
          annotator, created_by, created_at, modified_by, modified_at, revision, operation_kind)
        select ${prefix} || substr(id, 20), project_id, media_id, shape_kind, shape, area, label_id, confidence, attributes, review_state,
          source, annotator, created_by, created_at, modified_by, modified_at, revision, operation_kind
        from annotation order by rowid limit ${cocoCount}`.execute(db)
    }
    await sql`update media set annotation_count = annotation_count * ${copies}`.execute(db)
  })
}

/** Builds a COCO file of polygons with twelve points, the same number on each image. */
function cocoFile(): string {
  const images = Array.from({ length: imageCount }, (_, at) => ({ id: at + 1, file_name: fileName(at), width: 4000, height: 3000 }))
  const categories = taxa.map((name, at) => ({ id: at + 1, name, supercategory: 'Animalia' }))
  const annotations = Array.from({ length: cocoCount }, (_, at) => {
    const [x, y] = [100 + ((at * 37) % 3700), 100 + ((at * 53) % 2700)]
    const ring = Array.from({ length: 12 }, (_, point) => [x + 40 * Math.cos(point / 2), y + 40 * Math.sin(point / 2)]).flat()
    return {
      id: at + 1,
      image_id: 1 + (at % imageCount),
      category_id: 1 + (at % taxa.length),
      segmentation: [ring],
      bbox: [x, y, 1, 1],
      iscrowd: 0
    }
  })
  return JSON.stringify({ images, categories, annotations })
}

/** Resets the peak memory of a process. Source: Linux `/proc/<pid>/status`, VmHWM; writing 5 to clear_refs resets it. */
const forgetPeak = ({ process: { pid } }: Running) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
const peakMb = ({ process: { pid } }: Running) =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
