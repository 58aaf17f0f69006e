import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { forEachDatabase } from '../../../../support/backend.ts'
import { readsOf } from '../../../../support/blind-worlds/reads.ts'
import { furnish } from '../../../../support/blind-worlds/scene.ts'
import { openWork, ownWork, type Step, workOfOthers } from '../../../../support/blind-worlds/work.ts'
import { callIn, listen, SameIds, splitWorlds, withOpenCursors } from '../../../../support/blind-worlds/worlds.ts'
import { writesNotThoughtOf } from '../../../../support/blind-worlds/writes.ts'

/** Removes job events, whose progress depends on the speed of the machine. */
const withoutJobs = (text: string) => text.replace(/^data: \{"type":"job".*\n\n/gm, '')

/** Finds where two texts first differ, with the surrounding text of both; null when they are equal. */
function difference(busy: string, quiet: string): { busy: string; quiet: string } | null {
  if (busy === quiet) return null
  let at = 0
  while (busy[at] === quiet[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200)
  return { busy: around(busy), quiet: around(quiet) }
}

/** Waits by the real clock, because that of the worlds stands still. @throws after four minutes */
async function soon(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 240_000; !(await holds()); await pause(20))
    if (performance.now() > end) throw new Error(`not within four minutes: ${what}`)
}

await forEachDatabase(t, async (t, database) => {
  for (const hidesEarlier of [false, true]) {
    const name = hidesEarlier ? 'that hides what was there before' : 'that shows what was there before'
    t.test(`a blind member gets the same bytes with and without others’ work, in a session ${name}`, async t => {
      const worlds = await splitWorlds(t, database, (app, base, storage) => furnish(app, base, storage, hidesEarlier))
      const { scene, quiet, busy, tick } = worlds
      const { bo, ana, projectId } = scene
      const same = new SameIds()
      const heard = { quiet: await listen(t, quiet, bo), busy: await listen(t, busy, bo) }

      async function inBoth({ by, method, url, body }: Step) {
        if (method !== 'GET') tick()
        const bodyInBusy = body && JSON.parse(same.inBusy(JSON.stringify(body)))
        const answers = [await callIn(quiet, by, method, url, body), await callIn(busy, by, method, same.inBusy(url), bodyInBusy)] as const
        if (answers.every(({ headers }) => /json/.test(String(headers['content-type'])))) same.learn(answers[0].json(), answers[1].json())
        if (method !== 'GET') for (const app of [quiet, busy]) await jobsEnded(app)
        return answers
      }
      async function compare(step: Step) {
        const [alone, among] = await inBoth(step)
        const inFull = (answer: typeof alone) => [answer.statusCode, answer.headers.etag, answer.headers['content-length'] === undefined]
        t.same(inFull(among), inFull(alone), `${step.method} ${step.url}`)
        t.same(difference(same.inQuiet(among.body), withOpenCursors(alone.body)), null, `${step.method} ${step.url}`)
      }

      const hidden = workOfOthers(scene, { changesEarlier: hidesEarlier })
      const [open, own] = [openWork(scene), ownWork(scene)]
      t.same(writesNotThoughtOf([...hidden, ...open, ...own]), [])
      for (let at = 0; at < Math.max(hidden.length, own.length); at++) {
        tick()
        const step = hidden[at]
        if (step) {
          const { statusCode, body } = await callIn(busy, step.by, step.method, same.inBusy(step.url), step.body)
          t.equal(
            Math.floor(statusCode / 100),
            step.refused ? 4 : 2,
            `others: ${step.method} ${step.url} is ${statusCode}: ${body.slice(0, 300)}`
          )
        }
        const shared = open[at - 14]
        if (shared) await inBoth(shared)
        if (own[at]) await compare(own[at] as Step)
      }
      tick()
      for (const url of readsOf(scene)) await compare({ by: bo, method: 'GET', url })

      tick()
      const last = `/media/${scene.mediaIds[2]}/presence`
      await compare({ by: bo, method: 'POST', url: last, body: { here: false } })
      const isOver = ({ text }: { text: () => string }) => /"here":false}\n\n$/.test(text())
      await soon('both worlds heard the last event', async () => isOver(heard.quiet) && isOver(heard.busy))
      t.same(difference(withoutJobs(same.inQuiet(heard.busy.text())), withoutJobs(heard.quiet.text())), null, 'events')

      async function jobsEnded(app: typeof quiet) {
        await soon('every job has ended', async () => {
          const { items } = (await callIn(app, ana, 'GET', `/projects/${projectId}/jobs`)).json<{ items: { state: string }[] }>()
          return items.every(({ state }) => ['done', 'failed', 'cancelled'].includes(state))
        })
      }
    })
  }
})
