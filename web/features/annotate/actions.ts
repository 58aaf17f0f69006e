import type { RefObject } from 'react'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../shared/contracts/attribute-fields.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { sentenceOf } from '../../api/api-error.ts'
import type { ToolName } from '../../canvas/tools/tool-names.ts'
import type { Viewport } from '../../imagery/viewport.ts'
import { copyText } from '../../ui/copy-text.ts'
import { showToast } from '../../ui/toast.tsx'
import type { CanvasHandle } from './annotation-canvas.tsx'
import type { AnnotateActions } from './commands.ts'
import { copyOf } from './copy-of.ts'
import { groupKey } from './panels/groups.ts'
import type { SuggestionDecisions } from './suggestions/decisions.ts'
import * as texts from './texts.ts'
import type { useEditing } from './use-editing.ts'
import type { WorkspaceProps } from './workspace-props.ts'

export const labelSearchId = 'find-label'
const framesToOpen = 60

/** Closes the message of the last undo or redo that failed. */
let closeFailure = () => {}

type Given = 'go' | 'hide' | 'scale' | 'step' | 'sweep' | 'toggleSweep' | 'sample' | 'imagesPanel' | 'labelsPanel' | 'fullScreen'

interface At extends Pick<WorkspaceProps, 'image' | 'store'>, Pick<AnnotateActions, Given> {
  /** Opens the labels panel. */
  openLabels: () => void
  canvas: RefObject<CanvasHandle | null>
  annotations: readonly Annotation[]
  /** Ids of labels whose annotations are not drawn, as in `GroupStates`. */
  hiddenLabels: ReadonlySet<string>
  tool: ToolName
  /** Ids of the annotations that are sample points. */
  points: readonly string[]
  fields: readonly AttributeField[]
  labelIndex: LabelIndex
  selection: () => readonly string[]
  editing: ReturnType<typeof useEditing>
  deciding: SuggestionDecisions
  /** Shows an image, unless it was the last one chosen. */
  reveal: (imageId: string) => void
  /** Writes the view to the URL. @returns the new URL */
  writeView: (viewport: Viewport | null) => URL
}

/** Returns the actions behind the commands of Annotate, for one image. */
// Long: one entry for each action.
export function actionsAt(at: At): AnnotateActions {
  const { image, store, go, canvas, annotations, points, fields, labelIndex, selection, editing, reveal, openLabels, writeView, deciding } =
    at
  const { hiddenLabels, hide, scale, step, sweep, toggleSweep, sample, imagesPanel, labelsPanel, fullScreen } = at
  const { document } = store
  const { edit, select, setState } = editing

  async function goBack(walking: Promise<string | null>, failed: string) {
    try {
      const mediaId = await walking
      if (mediaId) reveal(mediaId)
    } catch (error) {
      closeFailure() // a held key would fill the screen
      closeFailure = showToast({ title: failed, description: sentenceOf(error, '') })
    }
  }

  const actions: AnnotateActions = {
    scale,
    take: name => {
      canvas.current?.take(name)
      canvas.current?.focus()
    },
    go,
    arrow: by => {
      if (!canvas.current?.key(by > 0 ? 'ArrowRight' : 'ArrowLeft')) go(by)
    },
    labelImage: editing.labelImage,
    doneAndNext: () => {
      canvas.current?.finish()
      const done = document.list(image.id)
      void import('./attributes/lacking.ts').then(
        ({ lackingWords }) => {
          const lacking = lackingWords(fields, done, points)
          if (lacking) showToast({ title: `${image.fileName}: ${lacking}.` })
        },
        () => {} // the work state does not depend on the reminder
      )
      setState('done')
      go(1)
    },
    fit: () => canvas.current?.fit(),
    actualSize: () => canvas.current?.actualSize(),
    zoom: factor => canvas.current?.zoom(factor),
    pan: by => canvas.current?.pan(by),
    hide,
    undo: () => {
      if (!canvas.current?.takeBack()) void goBack(store.undo(), texts.undoFailed)
    },
    redo: () => {
      if (!canvas.current?.isBusy()) void goBack(store.redo(), texts.redoFailed) // another image would end the unfinished shape, and with that all redo steps
    },
    remove: () => {
      const suggestion = deciding.selected()
      if (suggestion?.annotationId === null) return deciding.set(suggestion, 'rejected')
      edit(
        texts.edits.remove(selection().length),
        selection().map(annotationId => ({ kind: 'remove', annotationId }))
      )
      select(selection().filter(id => document.get(id)?.removed === false)) // locked annotations were not removed
    },
    removeLast: () => {
      if (canvas.current?.key('Backspace')) return
      if (selection().length > 0) return actions.remove()
      const newest = annotations.at(-1)
      if (newest) edit(texts.edits.removeNewest, [{ kind: 'remove', annotationId: newest.id }])
    },
    duplicate: () => {
      const copies = selection()
        .flatMap(id => document.get(id) ?? [])
        .map(annotation => copyOf(annotation, fields))
      edit(
        texts.edits.duplicate,
        copies.map(copy => copy.edit)
      )
      if (copies.length > 0) select(copies.map(copy => copy.edit.annotationId))
      const left = [...new Set(copies.flatMap(copy => copy.left))]
      if (left.length > 0) showToast({ title: texts.notCopied(left) })
    },
    outline: () => {
      const selected = selection()
      void import('./outlining/outline-selection.ts').then(
        ({ outlineSelection }) => outlineSelection({ ...at, selected, annotationOf: id => document.get(id), edit, take: actions.take }),
        () => showToast({ title: texts.partMissing })
      )
    },
    selectAll: () => select(annotations.filter(annotation => !hiddenLabels.has(groupKey(annotation))).map(({ id }) => id)),
    findLabel: () => {
      openLabels()
      void focusLater(labelSearchId)
    },
    labelAtKey: digit => {
      const label = labelIndex.atKey(digit)
      if (label) deciding.chooseLabel(label.id)
      else showToast({ title: texts.noLabelAtKey(digit) })
    },
    review: state => {
      const suggestion = deciding.selected()
      if (!suggestion)
        return edit(
          texts.edits.reviewed[state],
          selection().map(annotationId => ({ kind: 'revise', annotationId, reviewState: state }))
        )
      if (state === 'confirmed') deciding.accept(suggestion)
      else if (state !== 'proposed') deciding.set(suggestion, state === 'rejected' ? 'rejected' : 'unsure')
    },
    alternative: deciding.alternative,
    stepSuggestion: deciding.step,
    toggleSuggestions: deciding.toggle,
    ...{ step, sweep, toggleSweep, sample, imagesPanel, labelsPanel, fullScreen },
    copyLink: () => {
      const link = writeView(canvas.current?.viewport() ?? null)
      void copyText(link.href).then(() => showToast({ title: texts.linkCopied }))
    }
  }

  return actions
}

/** Focuses an element that may not be rendered yet. */
async function focusLater(id: string): Promise<void> {
  for (let frame = 0; frame < framesToOpen; frame++) {
    const found = window.document.getElementById(id)
    if (found) return found.focus()
    await new Promise(requestAnimationFrame)
  }
}
