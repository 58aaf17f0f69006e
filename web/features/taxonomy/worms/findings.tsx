import { useEffect, useRef, useState } from 'react'
import type { NameCheck, WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { Button } from '../../../ui/button.tsx'
import { Finding } from './finding.tsx'
import styles from './findings.module.css'
import { texts } from './texts.tsx'

const { findings: words } = texts

interface FindingsProps {
  projectId: string
  /** Names without a decision. */
  checks: readonly NameCheck[]
  /** Reasons why labels were not changed, by label id. */
  failures: ReadonlyMap<string, string>
  summary: string
  /** Applies a name from WoRMS. @returns true when the label was changed */
  onUse: (check: NameCheck, taxon: WormsTaxon) => Promise<boolean>
  /** Keeps the name and adds the accepted one beside it. */
  onKeep: FindingsProps['onUse']
  onLeave: (checks: readonly NameCheck[]) => void
}

const titles = Object.entries(words.titles) as [NameCheck['kind'], string][]

const mostShown = 100

/** List of the undecided names by kind of difference. A decision removes a name from the list. */
// Long: one list with its key handlers and rows.
export function Findings({ projectId, checks, failures, summary, onUse, onKeep, onLeave }: FindingsProps) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const summaryLine = useRef<HTMLParagraphElement>(null)
  const lastPlace = useRef<number | null>(null)
  const groups = titles
    .map(([kind, title]) => ({ kind, title, of: checks.filter(check => check.kind === kind) }))
    .filter(({ of }) => of.length > 0)
  let room = mostShown

  // The focus moves to the name that replaced the decided one.
  useEffect(() => {
    if (lastPlace.current === null || (document.activeElement && document.activeElement !== document.body)) return
    const items = list.current?.querySelectorAll('li') ?? []
    const next = items[Math.min(lastPlace.current, items.length - 1)]?.querySelector('button')
    lastPlace.current = null
    ;(next ?? summaryLine.current)?.focus()
  }, [checks])

  function remember(labelId: string) {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])]
    lastPlace.current = items.findIndex(item => item.dataset.label === labelId)
  }

  function leaveAll(some: readonly NameCheck[]) {
    lastPlace.current = 0
    onLeave(some)
  }

  async function use(check: NameCheck, taxon: WormsTaxon, how = onUse) {
    remember(check.labelId)
    setBusy(before => new Set(before).add(check.labelId))
    await how(check, taxon)
    setBusy(before => new Set([...before].filter(id => id !== check.labelId)))
  }

  return (
    <div ref={list} className={styles.findings}>
      <p ref={summaryLine} tabIndex={-1} className={styles.summary} role="status">
        {summary}
      </p>
      {groups.map(({ kind, title, of }) => {
        const shown = of.slice(0, room)
        room -= shown.length
        return (
          <section key={kind} className={styles.group} aria-label={title}>
            <header>
              <h3>{title}</h3>
              {kind === 'identify' && <CompleteAll checks={of} onUse={onUse} />}
              {kind === 'unknown' && of.length > 1 && (
                <Button size="small" onClick={() => leaveAll(of)}>
                  {words.leaveAll(of.length)}
                </Button>
              )}
            </header>
            <ul>
              {shown.map(check => (
                <Finding
                  key={check.labelId}
                  projectId={projectId}
                  check={check}
                  failure={failures.get(check.labelId) ?? null}
                  busy={busy.has(check.labelId)}
                  onUse={taxon => void use(check, taxon)}
                  onKeep={taxon => void use(check, taxon, onKeep)}
                  onLeave={() => {
                    remember(check.labelId)
                    onLeave([check])
                  }}
                />
              ))}
            </ul>
            {shown.length < of.length && <p className={styles.rest}>{words.more(of.length - shown.length)}</p>}
          </section>
        )
      })}
    </div>
  )
}

/** Button that completes all names that lack only an identifier or author, one after another. These names need no decision. */
function CompleteAll({ checks, onUse }: { checks: readonly NameCheck[]; onUse: FindingsProps['onUse'] }) {
  const [isRunning, setRunning] = useState(false)
  const goesOn = useRef(false)
  useEffect(
    () => () => {
      goesOn.current = false
    },
    []
  )

  async function completeAll() {
    goesOn.current = true
    setRunning(true)
    for (const check of checks) {
      const taxon = check.candidates[0]
      if (!goesOn.current || (taxon && !(await onUse(check, taxon)))) break
    }
    setRunning(false)
  }

  if (!isRunning && checks.length < 2) return null
  return isRunning ? (
    <Button
      size="small"
      onClick={() => {
        goesOn.current = false
      }}
    >
      {words.stop(checks.length)}
    </Button>
  ) : (
    <Button size="small" onClick={() => void completeAll()}>
      {words.completeAll(checks.length)}
    </Button>
  )
}
