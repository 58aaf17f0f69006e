import { useState } from 'react'
import type { Site } from '../../../../shared/contracts/sites.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { showToast } from '../../../ui/toast.tsx'
import { texts } from '../texts.ts'
import type { DrawnPlace, DrawTask } from './draw-task.ts'

const { draw: words } = texts

/** Site in the form: an existing site, or a new one with the drawn place. */
export interface EditedSite {
  site: Site | null
  start: Partial<Pick<Site, 'type'> & DrawnPlace>
}

/** Manages the drawing of sites on the chart: the open tool, the open form, and the move of an existing site. */
export function useDrawing(refreshSites: () => Promise<unknown>) {
  const [task, setTask] = useState<DrawTask | null>(null)
  const [edited, setEdited] = useState<EditedSite | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function move(site: Site, place: DrawnPlace): Promise<Site | null> {
    setBusy(true)
    try {
      return await call('PATCH /sites/:siteId', { params: { siteId: site.id }, json: { revision: site.revision, ...place } })
    } catch (error) {
      showToast({ tone: 'danger', title: words.notMoved(site.name), description: sentenceOf(error, words.refused) })
      if (error instanceof ApiError && error.code === 'STALE_REVISION') setTask(null) // its site is an earlier one
      return null
    } finally {
      setBusy(false)
      await refreshSites()
    }
  }

  async function moved(site: Site, place: DrawnPlace) {
    const after = await move(site, place)
    if (!after) return
    setTask(null)
    const { decimalLatitude, decimalLongitude, footprintWKT } = site
    const back = () => void move(after, { decimalLatitude, decimalLongitude, footprintWKT })
    showToast({
      tone: 'ok',
      title: decimalLatitude === null ? words.placed(site.name) : words.moved(site.name),
      action: { label: words.takeBack, onAction: back }
    })
  }

  return {
    task,
    edited,
    isBusy,
    start: setTask,
    edit: (site: Site) => setEdited({ site, start: {} }),
    stop: () => setTask(null),
    closeForm: () => setEdited(null),
    drawn(place: DrawnPlace) {
      if (task?.site) return void moved(task.site, place)
      if (!task) return
      setEdited({ site: null, start: { ...place, type: task.kind === 'area' ? 'site' : task.kind } })
      setTask(null)
    }
  }
}
