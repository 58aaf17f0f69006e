import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Media } from '../../shared/contracts/media.ts'
import { forEachDatabase } from '../support/backend.ts'
import { signUpScript } from '../support/durability/writers.ts'
import { picture } from '../support/pictures.ts'
import { freshPostgres } from '../support/postgres.ts'
import { spawnServer } from '../support/server-process.ts'
import { cannotMount, fill, smallDisk } from '../support/small-disk.ts'
import { sendPiece, startUpload, tus } from '../support/uploads.ts'

const fullCodes = ['STORAGE_FULL', 'AUDIT_UNAVAILABLE', 'AUDIT_LOST']

/** Checks a refusal for lack of space: 503 with one of the two messages, and nothing else. */
async function checkFull(t: Test, answer: Response, where: string): Promise<void> {
  const body = (await answer.json()) as { code: string; detail: string }
  t.equal(answer.status, 503, `${where}: ${body.code}`)
  t.ok(fullCodes.includes(body.code), `${where}: ${body.code}`)
  t.match(body.detail, /\w+ .*operator|recorded/, where)
}

await forEachDatabase(t, (t, database) => {
  t.test(
    'a disk that fills at any step of a write gives 503 from the first time on, and everything works afterwards',
    { skip: cannotMount },
    async t => {
      const disk = smallDisk(t, 96)
      const dataDir = join(disk, 'data')
      const url: Record<string, string> =
        process.env.TEST_DATABASE_URL && database === 'postgres' ? { DATABASE_URL: await freshPostgres(t) } : {}
      const server = spawnServer(t, { DATA_DIR: dataDir, MIN_FREE_SPACE: '0', ...url })
      const base = await server.listening
      const { token, projectId } = await signUpScript(base)
      const person = { tokens: { access_token: token } }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const begin = (seed: number, sizeBytes: number) => startUpload(base, person, { projectId, fileName: `${seed}.jpg`, sizeBytes })

      const seen = new Map<string, number>()
      const kept: string[] = []
      // The free space decides at which step the disk is full: file, thumbnail, database, audit log. The last amount is always enough: on a slow
      // machine, previews of earlier pictures are still being written.
      for (const [seed, leaveKib] of [0, 8, 24, 48, 80, 128, 192, 320, 1000, 16_000].entries()) {
        const content = await picture({ seed, width: 900, height: 700 })
        const created = await begin(seed, content.length)
        t.equal(created.status, 201, `${leaveKib} KiB: there is space to begin`)
        const location = new URL(created.headers.get('location') ?? '', base)
        const makeRoom = fill(disk, leaveKib * 1024)

        if (leaveKib === 0) await checkFull(t, await begin(100, 50_000_000), 'a new upload')
        const project = await fetch(`${base}/api/projects`, { method: 'POST', headers, body: '{"title":"Canyon"}' })
        if (project.status !== 201) await checkFull(t, project, `${leaveKib} KiB, a project`)
        else await project.arrayBuffer()
        const sent = await sendPiece(location, person, 0, content)
        const first = sent.status === 204 ? 'taken' : 'refused'
        seen.set(first, (seen.get(first) ?? 0) + 1)
        if (sent.status !== 204) await checkFull(t, sent, `${leaveKib} KiB, a picture of ${content.length} bytes`)
        makeRoom()

        let mediaId = sent.headers.get('isobath-media-id')
        for (let tries = 0; !mediaId && tries < 20; tries++) {
          const head = await tus(location, person, 'HEAD')
          t.equal(head.status, 200, `${leaveKib} KiB: received data are kept`)
          const offset = Number(head.headers.get('upload-offset'))
          const rest = await sendPiece(location, person, offset, content.subarray(offset))
          mediaId = rest.headers.get('isobath-media-id')
          await rest.arrayBuffer()
          if (!mediaId) await new Promise(resolve => setTimeout(resolve, 250)) // the audit log retries after a second
        }
        t.ok(mediaId, `${leaveKib} KiB: it continues once there is space`)
        kept.push(mediaId ?? '')
      }
      t.ok((seen.get('refused') ?? 0) >= 2 && (seen.get('taken') ?? 0) >= 1, `both occurred: ${JSON.stringify([...seen])}`)
      for (const id of kept) {
        const media = (await (await fetch(`${base}/api/media/${id}`, { headers })).json()) as Media
        const file = await fetch(`${base}/api/media/${id}/content`, { headers })
        t.equal((await file.arrayBuffer()).byteLength, media.sizeBytes)
      }
      t.notMatch(server.output.out, /"unforeseen error"|the research backend (exited|failed)/)
      t.same(await server.stop(), { code: 0, signal: null })
    }
  )
})
