import { useEffect, useRef } from 'react'
import { suggestionsOnImage } from '../../../../shared/limits.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import panelStyles from '../../../annotation/panels.module.css'
import { Swatch } from '../../../annotation/swatch.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { keyOf } from '../../../ui/command.ts'
import { formatNumber, formatPercent } from '../../../ui/format.ts'
import { CheckIcon, CloseIcon, EyeIcon, EyeOffIcon, HelpIcon, LabelIcon } from '../../../ui/icons.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { type AnnotateActions, annotateCommands } from '../commands.ts'
import { decisions as decisionTexts } from '../texts.ts'
import type { SuggestionDecisions } from './decisions.ts'
import { LiveSwitch } from './live-switch.tsx'
import { markOf, type ShownSuggestion } from './open-suggestions.ts'
import { isCut } from './queries.ts'
import styles from './suggestions.module.css'
import { texts } from './texts.ts'
import type { Suggestions } from './use-suggestions.ts'

interface SuggestionPanelProps {
  projectId: string
  mediaId: string
  suggestions: Suggestions
  deciding: SuggestionDecisions
  selected: readonly string[]
  labelIndex: LabelIndex
  mayEdit: boolean
  actions: AnnotateActions
}

/** Panel with the list of the image's waiting suggestions and the decisions on the selected one. */
// Long: one region, from top to bottom.
export function SuggestionPanel({
  projectId,
  mediaId,
  suggestions,
  deciding,
  selected,
  labelIndex,
  mayEdit,
  actions
}: SuggestionPanelProps) {
  const { settings, setSettings, shown, waiting, isRead, hasFailed, again } = suggestions
  const { isShown, least } = settings
  const chosen = selected.length === 1 ? shown.find(each => markOf(each) === selected[0]) : undefined
  return (
    <section className={panelStyles.panel} aria-labelledby="suggestions-heading">
      <div className={styles.head}>
        <h2 id="suggestions-heading" className={panelStyles.heading}>
          {isShown && shown.length > 0 ? texts.heading(shown.length) : texts.title}
        </h2>
        <IconButton
          size="small"
          label={isShown ? texts.hide : texts.show}
          keys={keyOf(annotateCommands.suggestions)}
          aria-pressed={isShown}
          onClick={actions.toggleSuggestions}
        >
          {isShown ? <EyeIcon aria-hidden /> : <EyeOffIcon aria-hidden />}
        </IconButton>
      </div>
      {!isShown && <p className={panelStyles.hint}>{texts.hidden}</p>}
      {isShown && mayEdit && <LiveSwitch {...{ projectId, suggestions }} />}
      {isShown && hasFailed && (
        <p className={panelStyles.hint} role="alert">
          {texts.failed}{' '}
          <Button size="small" variant="quiet" onClick={again}>
            {texts.again}
          </Button>
        </p>
      )}
      {isShown && !isRead && !hasFailed && <p className={panelStyles.hint}>{texts.loading}</p>}
      {isShown && isRead && waiting.length === 0 && !settings.isLive && <p className={panelStyles.hint}>{decisionTexts.none}</p>}
      {isShown && waiting.length > 0 && (
        <>
          <div className={styles.threshold}>
            <label htmlFor="least-certainty">{texts.threshold}</label>
            <output htmlFor="least-certainty">{texts.atLeast(least)}</output>
            <input
              id="least-certainty"
              type="range"
              min={0}
              max={99}
              step={1}
              value={least}
              aria-valuetext={texts.atLeast(least)}
              onChange={event => setSettings({ least: Number(event.currentTarget.value) })}
            />
          </div>
          {isCut(mediaId) && <p className={panelStyles.hint}>{texts.cut(formatNumber(suggestionsOnImage))}</p>}
          {shown.length < waiting.length && <p className={panelStyles.hint}>{texts.below(waiting.length - shown.length)}</p>}
          <SuggestionList {...{ shown, chosen, labelIndex }} onSelect={deciding.select} onStep={deciding.step} />
        </>
      )}
      {chosen && mayEdit && <Decide {...{ chosen, labelIndex, actions }} />}
    </section>
  )
}

interface ListProps {
  shown: readonly ShownSuggestion[]
  chosen: ShownSuggestion | undefined
  labelIndex: LabelIndex
  onSelect: (suggestion: ShownSuggestion) => void
  onStep: (by: 1 | -1) => void
}

function SuggestionList({ shown, chosen, labelIndex, onSelect, onStep }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  const chosenId = chosen && markOf(chosen)
  useEffect(() => {
    if (chosenId) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  if (shown.length === 0) return null
  return (
    <div
      ref={list}
      className={styles.list}
      role="listbox"
      aria-label={texts.list}
      aria-activedescendant={chosenId && `suggestion-${chosenId}`}
      tabIndex={0}
      data-arrows-only
      onKeyDown={event => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        event.stopPropagation()
        onStep(event.key === 'ArrowDown' ? 1 : -1)
      }}
    >
      {shown.map(suggestion => {
        const label = labelIndex.get(suggestion.labelId)
        const id = markOf(suggestion)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for its rows
          <div
            key={id}
            id={`suggestion-${id}`}
            role="option"
            aria-selected={id === chosenId}
            tabIndex={-1}
            className={styles.row}
            onClick={() => onSelect(suggestion)}
          >
            <Swatch label={label} />
            <span className={panelStyles.name}>{label ? <TaxonName label={label} /> : '–'}</span>
            <small>{certaintyOf(suggestion)}</small>
          </div>
        )
      })}
    </div>
  )
}

function certaintyOf({ isUnlike, probability }: ShownSuggestion): string {
  const percent = formatPercent(probability)
  return isUnlike ? texts.isUnlike(percent) : percent
}

const decisions = [
  { command: annotateCommands.confirm, name: texts.acceptShort, icon: <CheckIcon aria-hidden /> },
  { command: annotateCommands.reject, name: texts.rejectShort, icon: <CloseIcon aria-hidden /> },
  { command: annotateCommands.dispute, name: texts.unsureShort, icon: <HelpIcon aria-hidden /> },
  { command: annotateCommands.findLabel, name: texts.relabelShort, icon: <LabelIcon aria-hidden /> }
]

function Decide({ chosen, labelIndex, actions }: { chosen: ShownSuggestion; labelIndex: LabelIndex; actions: AnnotateActions }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a bar of actions, not a form's group */}
      <div className={styles.decisions} role="group" aria-label={texts.actions}>
        {decisions.map(({ command, name, icon }) => (
          <Button key={name} size="small" icon={icon} aria-keyshortcuts={command.keys[0]} onClick={() => command.run(actions)}>
            {name} <kbd aria-hidden>{keyOf(command)}</kbd>
          </Button>
        ))}
      </div>
      {chosen.isUnlike && <p className={panelStyles.hint}>{texts.unlike}</p>}
      {chosen.alternatives.length > 1 && (
        <ol className={styles.alternatives} aria-label={texts.alternatives}>
          {chosen.alternatives.map(({ labelId, probability }, index) => {
            const label = labelIndex.get(labelId)
            return (
              <li key={labelId}>
                <button type="button" onClick={() => actions.alternative(index + 1)}>
                  <kbd aria-hidden>⇧{index + 1}</kbd>
                  <span className={panelStyles.name}>{label ? <TaxonName label={label} /> : '–'}</span>
                  <small>{formatPercent(probability)}</small>
                </button>
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}
