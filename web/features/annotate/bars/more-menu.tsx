import { projectPath } from '../../../../shared/addresses.ts'
import type { WorkState } from '../../../../shared/contracts/annotations.ts'
import { keyOf } from '../../../ui/command.ts'
import {
  CheckIcon,
  ContrastIcon,
  EyeIcon,
  EyeOffIcon,
  FilterIcon,
  FullScreenIcon,
  GridIcon,
  LabelIcon,
  LinkIcon,
  MoreIcon,
  RedoIcon,
  ScaleIcon,
  SweepIcon,
  ZoomInIcon,
  ZoomOutIcon
} from '../../../ui/icons.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import { type AnnotateActions, annotateCommands } from '../commands.ts'
import '../late-parts.ts'
import * as texts from '../texts.ts'
import { workStates } from './work-state-menu.tsx'

export interface MoreMenuProps {
  projectId: string
  mayEdit: boolean
  isPhone: boolean
  /** Description of the step to redo; null if there is none. */
  redo: string | null
  actions: AnnotateActions
  /** Filter from the URL. The link to Review keeps it. */
  filter: string
  onFilters: () => void
  /** Whether annotations are hidden. */
  hidden: boolean
  /** Opens the picture adjustments. */
  onPicture: () => void
  onWorkState: (state: WorkState) => void
}

/** Menu of the actions that have no button. On a phone, the menu also contains the actions whose buttons do not fit. */
// Long: one menu, entry by entry.
export function MoreMenu(props: MoreMenuProps) {
  const { projectId, mayEdit, isPhone, redo, actions, filter, onFilters, hidden, onPicture, onWorkState } = props
  const query = filter ? `?${new URLSearchParams({ filter })}` : ''
  const items: MenuEntry[] = [
    ...(mayEdit
      ? [
          {
            id: 'label',
            label: annotateCommands.labelImage.name,
            icon: <LabelIcon aria-hidden />,
            keys: keyOf(annotateCommands.labelImage),
            onAction: actions.labelImage
          },
          { id: 'sample', label: texts.sample, icon: <GridIcon aria-hidden />, onAction: actions.sample }
        ]
      : []),
    {
      id: 'sweep',
      label: texts.fieldByField,
      icon: <SweepIcon aria-hidden />,
      keys: keyOf(annotateCommands.sweepOn),
      onAction: actions.toggleSweep
    },
    ...(isPhone
      ? [
          ...(mayEdit
            ? [{ id: 'redo', label: texts.redoButton, icon: <RedoIcon aria-hidden />, disabled: !redo, onAction: actions.redo }]
            : []),
          { id: 'filter', label: texts.filter, icon: <FilterIcon aria-hidden />, onAction: onFilters },
          {
            id: 'hide',
            label: hidden ? texts.show : texts.hide,
            icon: hidden ? <EyeIcon aria-hidden /> : <EyeOffIcon aria-hidden />,
            onAction: actions.hide
          },
          { id: 'picture', label: texts.picture.label, icon: <ContrastIcon aria-hidden />, onAction: onPicture },
          { id: 'scale', label: annotateCommands.scale.name, icon: <ScaleIcon aria-hidden />, onAction: actions.scale },
          { id: 'zoomIn', label: annotateCommands.zoomIn.name, icon: <ZoomInIcon aria-hidden />, onAction: () => actions.zoom(1.5) },
          { id: 'zoomOut', label: annotateCommands.zoomOut.name, icon: <ZoomOutIcon aria-hidden />, onAction: () => actions.zoom(1 / 1.5) },
          { id: 'fit', label: annotateCommands.fit.name, icon: <FullScreenIcon aria-hidden />, onAction: actions.fit },
          ...(mayEdit ? workStates.map((each, place) => ({ ...each, startsGroup: place === 0, onAction: () => onWorkState(each.id) })) : [])
        ]
      : []),
    {
      id: 'review',
      label: texts.review,
      icon: <CheckIcon aria-hidden />,
      href: `${projectPath(projectId, 'annotate/review')}${query}`,
      startsGroup: true
    },
    {
      id: 'link',
      label: annotateCommands.copyLink.name,
      icon: <LinkIcon aria-hidden />,
      keys: keyOf(annotateCommands.copyLink),
      onAction: actions.copyLink
    },
    {
      id: 'full',
      label: annotateCommands.fullScreen.name,
      icon: <FullScreenIcon aria-hidden />,
      keys: keyOf(annotateCommands.fullScreen),
      onAction: actions.fullScreen
    }
  ]
  return (
    <MenuButton label={texts.more} iconOnly items={items}>
      <MoreIcon aria-hidden />
    </MenuButton>
  )
}
