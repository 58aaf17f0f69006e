import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { InboxRule, InboxRules, PastDecision, RuleCounts } from '../../../shared/contracts/inbox-rules.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { ChevronDownIcon, ChevronUpIcon, DeleteIcon } from '../../ui/icons.tsx'
import { LeaveWarning } from '../../ui/leave-warning.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './outside.module.css'
import { applyRules, decisionsOf, dryRunRules, rulesOf, setRules, undoPast } from './queries.ts'
import { RuleForm } from './rule-form.tsx'
import { ruleWords } from './rule-words.ts'
import { texts } from './texts.ts'

const { rules: words } = texts

interface RulesPageProps {
  projectId: string
  mayOwn: boolean
}

/** Page of the inbox rules in order, and of the latest decisions. */
export function RulesPage({ projectId, mayOwn }: RulesPageProps) {
  const rules = useQuery(rulesOf(projectId))
  return (
    <Page title={words.title} description={words.description}>
      <Loaded query={rules} failed={words.failed} skeleton={<SkeletonRows rows={4} height="2.5rem" label={words.loading} />}>
        {found => <Rules key={projectId} {...{ projectId, mayOwn }} saved={found} />}
      </Loaded>
      <Decisions projectId={projectId} />
    </Page>
  )
}

/** Unsaved rules, and the revision of the saved ones that they began with. */
interface Draft extends Pick<InboxRules, 'isOn' | 'rules'> {
  from: number
}

const isEqual = (a: Pick<InboxRules, 'isOn' | 'rules'>, b: typeof a) =>
  a.isOn === b.isOn && JSON.stringify(a.rules) === JSON.stringify(b.rules)

// Long: one list and its actions.
function Rules({ projectId, mayOwn, saved }: RulesPageProps & { saved: InboxRules }) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const { isOn, rules } = draft ?? saved
  const onError = (error: unknown) => showToast({ tone: 'danger', title: words.notDone, description: sentenceOf(error, texts.refused) })
  const save = useMutation({ ...setRules(projectId), onSuccess: () => showToast({ tone: 'ok', title: words.saved }), onError })
  const dryRun = useMutation({ ...dryRunRules(projectId), onError })
  const apply = useMutation({
    ...applyRules(projectId),
    onSuccess: counts => showToast({ tone: 'ok', title: words.applied(sumOf(counts)) }),
    onError
  })
  const isChanged = draft !== null && !isEqual(draft, saved)
  const isOlder = isChanged && draft.from !== saved.revision

  const tried = dryRun.variables === rules ? dryRun.data : undefined // of the rules as they are now

  const change = (part: Partial<Draft>) =>
    setDraft(now => {
      const next = { from: saved.revision, isOn: saved.isOn, rules: saved.rules, ...now, ...part }
      return isEqual(next, saved) ? null : next
    })

  const set = (next: InboxRule[]) => change({ rules: next })

  function move(place: number, by: number) {
    const next = [...rules]
    const [moved] = next.splice(place, 1)
    if (moved) next.splice(place + by, 0, moved)
    set(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(
      { revision: saved.revision, isOn, rules },
      {
        onSuccess: ({ revision }) => setDraft(now => (now === draft ? null : now && { ...now, from: revision }))
      }
    )
  }

  return (
    <Section title={words.order} description={words.orderAbout}>
      {rules.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <ol className={styles.rules}>
          {rules.map((rule, place) => (
            <li key={rule.id}>
              <span>
                {ruleWords(rule)}
                <span className={styles.about}>
                  {outcomeOf(tried, rule) ?? words.decided(saved.decided[saved.rules.findIndex(({ id }) => id === rule.id)] ?? 0)}
                </span>
              </span>
              <span className={styles.barActions}>
                <IconButton size="small" label={words.up(place + 1)} disabled={place === 0} onClick={() => move(place, -1)}>
                  <ChevronUpIcon aria-hidden />
                </IconButton>
                <IconButton size="small" label={words.down(place + 1)} disabled={place === rules.length - 1} onClick={() => move(place, 1)}>
                  <ChevronDownIcon aria-hidden />
                </IconButton>
                <IconButton size="small" label={words.remove(place + 1)} onClick={() => set(rules.filter(({ id }) => id !== rule.id))}>
                  <DeleteIcon aria-hidden />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
      )}
      <LeaveWarning unsaved={isChanged && mayOwn} />
      {isOlder && (
        <Note>
          <p>{mayOwn ? words.older : words.olderTried}</p>
          <Button size="small" onClick={() => setDraft(null)}>
            {words.discard}
          </Button>
        </Note>
      )}
      {tried && <p role="status">{words.dryRun(totals(tried, rules), tried.rest)}</p>}
      <form className={styles.ruleActions} onSubmit={submit}>
        <Switch
          label={words.on}
          description={mayOwn ? words.onAbout : words.ownersOnly}
          checked={isOn}
          disabled={!mayOwn}
          onChange={event => change({ isOn: event.target.checked })}
        />
        <div className={styles.barActions}>
          <Button busy={dryRun.isPending} disabled={rules.length === 0} onClick={() => dryRun.mutate(rules)}>
            {words.try}
          </Button>
          {isChanged && mayOwn && (
            <small id="save-rules-first" className={styles.quiet}>
              {words.saveFirst}
            </small>
          )}
          <Button
            busy={apply.isPending}
            disabled={isChanged || saved.rules.length === 0}
            aria-describedby={isChanged && mayOwn ? 'save-rules-first' : undefined}
            onClick={() => apply.mutate()}
          >
            {words.apply}
          </Button>
          {mayOwn && (
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
              {words.save}
            </Button>
          )}
        </div>
      </form>
      {rules.length < 20 && <RuleForm projectId={projectId} onAdd={rule => set([...rules, rule])} />}
    </Section>
  )
}

const sumOf = ({ items }: RuleCounts) => items.reduce((sum, { count }) => sum + count, 0)

function outcomeOf(counts: RuleCounts | undefined, rule: InboxRule): string | null {
  const found = counts?.items.find(({ ruleId }) => ruleId === rule.id)
  return found ? words.outcome(found.count, found.leftOut) : null
}

/** Sums up the number of records for each decision of a dry run. */
function totals({ items }: RuleCounts, rules: readonly InboxRule[]): Record<InboxRule['decision'], number> {
  const sums = { accept: 0, reject: 0, ignore: 0, leave: 0 }
  for (const { ruleId, count } of items) sums[rules.find(({ id }) => id === ruleId)?.decision ?? 'leave'] += count
  return sums
}

function Decisions({ projectId }: { projectId: string }) {
  const past = useQuery(decisionsOf(projectId))
  const undo = useMutation({
    ...undoPast(),
    onSuccess: () => showToast({ tone: 'ok', title: texts.inbox.undone }),
    onError: error => showToast({ tone: 'danger', title: texts.inbox.notUndone, description: sentenceOf(error, texts.refused) })
  })
  const columns: Column<PastDecision>[] = [
    {
      id: 'decision',
      header: words.decision,
      cell: each => (
        <>
          {texts.inbox.decided(each)}
          {each.reason && <span className={styles.about}>{each.reason}</span>}
        </>
      )
    },
    { id: 'by', header: words.by, cell: ({ decidedBy, ruleId }) => (ruleId ? words.byRule : (decidedBy ?? words.former)) },
    { id: 'at', header: words.at, cell: ({ at }) => <Timestamp time={at} /> },
    {
      id: 'undo',
      header: '',
      srHeader: texts.inbox.undo,
      cell: ({ id, mayUndo, undoneAt }) =>
        mayUndo ? (
          <Button size="small" busy={undo.isPending && undo.variables === id} onClick={() => undo.mutate(id)}>
            {texts.inbox.undo}
          </Button>
        ) : (
          undoneAt && <span className={styles.quiet}>{words.undone}</span>
        )
    }
  ]
  return (
    <Section title={words.decisions} description={words.decisionsAbout}>
      <Loaded query={past} failed={words.failed} skeleton={<SkeletonRows rows={3} label={words.loading} />}>
        {items =>
          items.length === 0 ? (
            <p className={styles.quiet}>{words.noDecisions}</p>
          ) : (
            <Table label={words.decisions} columns={columns} rows={items} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </Section>
  )
}
