import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Placement, PlacementPreview, PlacementSettings, Track, TrackQuery } from '../../shared/contracts/navigation.ts'
import { type BackendOptions, type Person, testBackend } from './backend.ts'
import { insertMediaRows } from './media-rows.ts'

export const trackBeginsMs = Date.UTC(2025, 10, 22, 10)

/** Builds a table of fixes a second apart, each 1e-5° further north and 0.1 m deeper. */
export function trackTable(seconds: number, { beginsMs = trackBeginsMs, without = (second: number) => second < 0 } = {}): string {
  const rows = ['utc,lat,lon,dep,hgt,yaw']
  for (let second = 0; second < seconds; second += 1)
    if (!without(second))
      rows.push(
        `${new Date(beginsMs + second * 1000).toISOString()},${(40 + second * 1e-5).toFixed(5)},-30,${(1000 + second * 0.1).toFixed(1)},2.5,${second % 360}`
      )
  return rows.join('\n')
}

/** Creates a project whose jobs run, with images taken at these seconds of the track; null: without a time. */
export async function navigatingProject(t: Test, taken: readonly (number | null)[], options: BackendOptions = {}) {
  const backend = await testBackend(t, { runJobs: true, ...options })
  const owner = await backend.signUp('ana@lab.example')
  const project = await owner.makeProject()
  const mediaIds = await insertMediaRows(backend.storage.db, {
    projectId: project.id,
    accountId: owner.id,
    count: taken.length,
    eventDate: at => {
      const second = taken[at]
      return typeof second === 'number' ? new Date(trackBeginsMs + second * 1000).toISOString() : null
    }
  })

  /** Uploads a file. @returns the unparsed answer */
  function bring(content: string | Buffer, query: Partial<TrackQuery> = {}, by: Person = owner) {
    const all = { name: 'DIVE_07', source: 'usbl', fileName: 'dive.csv', ...query }
    const search = new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)]))
    return backend.app.inject({
      method: 'POST',
      url: `/api/projects/${project.id}/navigation?${search}`,
      headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'application/octet-stream' },
      payload: content
    })
  }

  /** Uploads a file and waits until it is read, or refused. */
  async function track(content: string | Buffer, query: Partial<TrackQuery> = {}): Promise<Track> {
    const answer = await bring(content, query)
    if (answer.statusCode !== 202) throw new Error(answer.body)
    for (;;) {
      const now = (await owner.get(`/navigation/${answer.json().id}`)).json<Track>()
      if (now.state !== 'reading') return now
      await pause(20)
    }
  }

  const settings = (more: Partial<PlacementSettings> = {}): PlacementSettings => ({
    gapSeconds: 30,
    clockOffsetSeconds: 0,
    facts: ['position', 'depth', 'altitude', 'heading'],
    ...more
  })

  const preview = async (trackId: string, more: Partial<PlacementSettings> = {}) =>
    (await owner.post(`/navigation/${trackId}/placements/preview`, settings(more))).json<PlacementPreview>()

  async function ended(placementId: string): Promise<Placement> {
    for (;;) {
      const { items } = (await owner.get(`/projects/${project.id}/placements`)).json<{ items: Placement[] }>()
      const found = items.find(({ id }) => id === placementId)
      if (!found || found.state === 'done' || found.state === 'undone') return found!
      if (found.job && ['failed', 'cancelled'].includes(found.job.state)) return found
      await pause(20)
    }
  }

  /** Previews and then places the images, and waits for the end. */
  async function place(trackId: string, more: Partial<PlacementSettings> = {}): Promise<Placement> {
    const { seenAt } = await preview(trackId, more)
    const answer = await owner.post(`/navigation/${trackId}/placements`, { ...settings(more), seenAt })
    if (answer.statusCode !== 202) throw new Error(answer.body)
    return ended(answer.json().id)
  }

  async function undo(placementId: string): Promise<Placement> {
    const answer = await owner.post(`/placements/${placementId}/undo`)
    if (answer.statusCode !== 202) throw new Error(answer.body)
    return ended(placementId)
  }

  const media = async (at: number) => (await owner.get(`/media/${mediaIds[at]}`)).json()

  return { ...backend, owner, project, mediaIds, bring, track, settings, preview, place, undo, ended, media }
}
