import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import styles from '../../../annotation/panels.module.css'
import { Button } from '../../../ui/button.tsx'
import { type Command, useCommands } from '../../../ui/command.ts'
import { TextCommandButton } from '../../../ui/command-button.tsx'
import { useRoomForToasts } from '../../../ui/room-for-toasts.ts'
import type { CanvasHandle } from '../annotation-canvas.tsx'
import type { AnnotateActions } from '../commands.ts'
import { area } from '../texts.ts'
import type { PanelName, Panels } from '../use-panels.ts'
import type { WorkspaceProps } from '../workspace-props.ts'
import type { Correcting } from './correct-outline.ts'
import { texts } from './texts.ts'
import { useClicks } from './use-clicks.ts'

const { correction: words } = texts
const always = { mayEdit: true, hasSelection: true }

const commands = {
  finishCorrection: { name: words.finish, sentence: words.finishTip, keys: ['escape'], run: act => act.finish() }
} satisfies Record<string, Command<{ finish: () => void }>>

interface CorrectionBarProps extends Pick<WorkspaceProps, 'image' | 'store' | 'frame'> {
  state: {
    canvas: RefObject<CanvasHandle | null>
    selected: readonly string[]
    annotations: readonly Annotation[]
    actions: Pick<AnnotateActions, 'take'>
    editing: Pick<Correcting, 'edit'>
    panels: { shown: Panels; toggle: (name: PanelName) => void }
  }
}

/** Bar for the correction of the selected outline by clicks that add a part or leave one out. The correction ends with the selection. */
export function CorrectionBar({ image, store, frame, state }: CorrectionBarProps) {
  const { canvas, selected, annotations, actions, editing, panels } = state
  const [id] = useState(selected[0])
  const [isObject, setObject] = useState(true)
  const bar = useRef<HTMLDivElement>(null)
  useRoomForToasts(bar, true)
  const finish = () => actions.take('select')
  useCommands(area, commands, { finish }, always)

  const shape = selected.length === 1 && selected[0] === id ? annotations.find(each => each.id === id)?.shape : undefined
  const polygon = shape?.kind === 'polygon' ? shape : null
  const annotationOf = (other: string) => store.document.get(other)
  useClicks({ id, polygon, canvas, isObject, image, annotationOf, edit: editing.edit })

  const isLeft = polygon === null
  useEffect(() => {
    if (isLeft) canvas.current?.take('select') // without the focus, which may be in a list
  }, [isLeft, canvas])

  const uncover = useEffectEvent(() => frame.isPhone && panels.shown.labels && panels.toggle('labels'))
  useEffect(() => void uncover(), [])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a bar of actions, not a form's group
    <div ref={bar} className={styles.correctionBar} role="group" aria-label={words.label}>
      <Button
        size="small"
        icon={<span aria-hidden>+</span>}
        aria-pressed={isObject}
        data-tip={words.tip}
        data-tip-at="top"
        onClick={() => setObject(true)}
      >
        {words.add}
      </Button>
      <Button
        size="small"
        icon={<span aria-hidden>−</span>}
        aria-pressed={!isObject}
        data-tip={words.tip}
        data-tip-at="top"
        onClick={() => setObject(false)}
      >
        {words.leaveOut}
      </Button>
      <TextCommandButton command={commands.finishCorrection} variant="primary" onClick={finish} />
    </div>
  )
}
