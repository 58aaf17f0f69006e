import { useState } from 'react'
import type { Site } from '../../../../shared/contracts/sites.ts'
import { showToast } from '../../../ui/toast.tsx'
import { texts } from '../texts.ts'
import type { DrawnPlace, DrawTask } from './draw-task.ts'

const { draw: words } = texts

/** Site in the form: an existing site, or a new one with the drawn place. */
export interface EditedSite {
  site: Site | null
  start: Partial<Pick<Site, 'type'> & DrawnPlace>
}

/** Functions of another feature that edit sites. Edits are shown at once and wait for the server. */
export interface SiteEdits {
  /** Moves a site. @returns a function that takes the move back, unless the server refused the move */
  move: (site: Site, place: DrawnPlace) => () => void
  undo: () => Promise<void>
  redo: () => Promise<void>
}

/** Manages the drawing of sites on the chart: the open tool, the open form, and the moving of existing sites. */
export function useDrawing(edits: SiteEdits | null) {
  const [task, setTask] = useState<DrawTask | null>(null)
  const [edited, setEdited] = useState<EditedSite | null>(null)

  function moved(site: Site, place: DrawnPlace) {
    if (!edits) return
    const takeBack = edits.move(site, place)
    setTask(null)
    showToast({
      tone: 'ok',
      title: site.decimalLatitude === null ? words.placed(site.name) : words.moved(site.name),
      action: { label: words.takeBack, onAction: takeBack }
    })
  }

  return {
    task,
    edited,
    start: setTask,
    edit: (site: Site) => setEdited({ site, start: {} }),
    stop: () => setTask(null),
    closeForm: () => setEdited(null),
    drawn(place: DrawnPlace) {
      if (task?.site) return moved(task.site, place)
      if (!task) return
      setEdited({ site: null, start: { ...place, type: task.kind === 'area' ? 'site' : task.kind } })
      setTask(null)
    }
  }
}
