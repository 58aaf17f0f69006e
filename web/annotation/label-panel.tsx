import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { formatNumber } from '../ui/format.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { TaxonName } from '../ui/taxon-name.ts'
import { SearchField } from '../ui/text-field.tsx'
import type { LabelIndex } from './label-index.ts'
import { tipOf } from './label-tip.ts'
import styles from './panels.module.css'
import { Swatch } from './swatch.tsx'
import { texts } from './texts.ts'
import { hasTree, shownAtOnce, usualLabels } from './usual-labels.ts'

const { labels: words } = texts

const LabelTree = lazyPart(() => import('./tree/label-tree.tsx').then(module => ({ default: module.LabelTree })))

interface LabelPanelProps {
  labelIndex: LabelIndex
  current: string | null
  recent: readonly string[]
  /** Id of the search field, for the shortcut that focuses it. */
  searchId: string
  /** Leaves out the frame and the visible heading, for dialogs. */
  bare?: boolean
  onChoose: (labelId: string) => void
  /** Adds a label with this name and chooses it; null for people without that permission. */
  onCreate: ((name: string) => void) | null
  onLeave: () => void
  /** Details of the current label, shown below the list. */
  children?: ReactNode
}

/** Panel for choosing a label: first the labels in use and those with a number key, then the tree. The search covers all labels. */
// Long: one region with its parts in page order.
export function LabelPanel({ labelIndex, current, recent, searchId, bare, onChoose, onCreate, onLeave, children }: LabelPanelProps) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const sought = text.trim()
  const found = sought ? labelIndex.search(sought, shownAtOnce) : usualLabels(labelIndex, recent)
  const isNew = sought !== '' && !found.some(({ name }) => name.toLowerCase() === sought.toLowerCase())
  const count = found.length + (isNew && onCreate ? 1 : 0)
  const at = Math.min(active, Math.max(0, count - 1))

  function choose(index: number) {
    const label = found[index]
    if (label) onChoose(label.id)
    else if (isNew && onCreate) onCreate(sought)
    setText('')
    setActive(0)
  }

  return (
    <section className={styles.panel} data-bare={bare} aria-labelledby={`${searchId}-heading`}>
      <h2 id={`${searchId}-heading`} className={styles.heading}>
        {words.title}
      </h2>
      <SearchField
        id={searchId}
        label={words.find}
        value={text}
        role="combobox"
        aria-expanded
        aria-controls={`${searchId}-choices`}
        aria-activedescendant={count > 0 ? `${searchId}-${at}` : undefined}
        autoComplete="off"
        onChange={event => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') setActive(Math.min(at + 1, count - 1))
          else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0))
          else if (event.key === 'Enter') choose(at)
          else if (event.key === 'Escape') {
            setText('')
            onLeave()
          } else return
          event.preventDefault()
        }}
      />
      <div ref={scroller} className={styles.choices}>
        <div id={`${searchId}-choices`} role="listbox" aria-label={words.title} hidden={count === 0}>
          {found.map((label, index) => (
            <Choice
              key={label.id}
              id={`${searchId}-${index}`}
              label={label}
              labelIndex={labelIndex}
              isCurrent={label.id === current}
              isActive={index === at && sought !== ''}
              onChoose={() => choose(index)}
            />
          ))}
          {isNew && onCreate && (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field takes the keys for its options
            <div
              id={`${searchId}-${found.length}`}
              role="option"
              tabIndex={-1}
              aria-selected={false}
              className={styles.choice}
              data-active={at === found.length || undefined}
              onClick={() => choose(found.length)}
            >
              <span />
              <span>{words.add(sought)}</span>
            </div>
          )}
        </div>
        {!sought && hasTree(labelIndex) && (
          <Suspense fallback={null}>
            <p className={styles.treeHead}>{words.all(labelIndex.all.length)}</p>
            <LabelTree labelIndex={labelIndex} current={current} scroller={scroller} onChoose={onChoose} />
          </Suspense>
        )}
      </div>
      {count === 0 && (sought || labelIndex.all.length === 0) && (
        <p className={styles.hint}>{sought ? words.noneCalled(sought) : words.none}</p>
      )}
      {children}
    </section>
  )
}

interface ChoiceProps {
  id: string
  label: OutlineLabel
  labelIndex: LabelIndex
  isCurrent: boolean
  isActive: boolean
  onChoose: () => void
}

function Choice({ id, label, labelIndex, isCurrent, isActive, onChoose }: ChoiceProps) {
  const path = labelIndex.pathOf(label.id)
  const digit = labelIndex.keyOf(label.id)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field takes the keys for its options
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={styles.choice}
      data-active={isActive || undefined}
      data-tip={tipOf(label, path)}
      data-tip-at="left"
      onClick={onChoose}
    >
      <Swatch label={label} />
      <span className={styles.name}>
        <TaxonName label={label} />
        {path.length > 0 && <small>{path.at(-1)}</small>}
      </span>
      {label.annotationCount ? <small className={styles.uses}>{formatNumber(label.annotationCount)}</small> : null}
      {digit !== undefined && <kbd>{digit}</kbd>}
    </div>
  )
}
