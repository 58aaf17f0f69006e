import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Deadline, Opportunity, OpportunityVersion } from '../../../shared/contracts/opportunities.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { statedWords } from './deadline-words.ts'
import styles from './page.module.css'
import { opportunityVersions, restoreOpportunity } from './queries.ts'
import { berthFacts, fieldNames, texts } from './texts.ts'

const { history: words } = texts

/** History of an opportunity, which is loaded when it is opened. */
export function History({ opportunity }: { opportunity: Opportunity }) {
  const [isOpen, setOpen] = useState(false)
  if (opportunity.revision === 1) return null
  return (
    <Section title={words.title}>
      {isOpen ? (
        <Steps opportunity={opportunity} />
      ) : (
        <p>
          <Button size="small" onClick={() => setOpen(true)}>
            {words.show}
          </Button>
        </p>
      )}
    </Section>
  )
}

function Steps({ opportunity: { id, revision, mayEdit } }: { opportunity: Opportunity }) {
  const found = useQuery(opportunityVersions(id))
  const { mutate, isPending } = useMutation({
    ...restoreOpportunity(id),
    onSuccess: () => showToast({ tone: 'ok', title: words.restored }),
    onError: error => showToast({ tone: 'danger', title: texts.page.notDone, description: sentenceOf(error, texts.refused) })
  })
  return (
    <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={2} label={words.loading} />}>
      {versions =>
        versions.length === 0 ? (
          <p className={styles.quiet}>{words.none}</p>
        ) : (
          <ol className={styles.steps}>
            {versions.map((version, nth) => (
              <li key={version.revision}>
                <span>
                  <Timestamp time={version.at} />, {words.by(version.by)} {words.fields(namesOf(version))}
                  {version.reason && `: ${version.reason}`}
                </span>
                {version.changes.map(change => (
                  <Change key={change.field} change={change} />
                ))}
                {mayEdit && (
                  <Button
                    size="small"
                    variant="quiet"
                    busy={isPending}
                    onClick={() => mutate({ version: versionBefore(versions, nth), revision })}
                  >
                    {words.restore}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

/** Returns the revision before a change. Each edit increments the revision, so there are no gaps. */
const versionBefore = (versions: OpportunityVersion[], nth: number) => versions[nth]!.revision - 1

const nameOf = (field: string) => fieldNames[field] ?? field
const namesOf = ({ changes }: OpportunityVersion) => changes.map(({ field }) => nameOf(field).toLowerCase()).join(', ') || words.nothing

function Change({ change: { field, before, after } }: { change: OpportunityVersion['changes'][number] }) {
  if (before === undefined && after === undefined) return null
  return (
    <p className={styles.change}>
      {nameOf(field)}: <del>{valueWords(before)}</del> → <ins>{valueWords(after)}</ins>
    </p>
  )
}

const mostShown = 300

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.notStated
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return value.map(part => (isDeadline(part) ? statedWords(part) : String(part))).join(', ') || texts.notStated
  if (typeof value === 'object') {
    const stated = Object.entries(value).filter(([, part]) => part !== null && part !== undefined)
    return stated.map(([name, part]) => `${berthFacts[name as keyof typeof berthFacts] ?? name} ${part}`).join(', ') || texts.notStated
  }
  const text = String(value)
  return text.length > mostShown ? `${text.slice(0, mostShown)} …` : text
}

const isDeadline = (part: unknown): part is Deadline => typeof part === 'object' && part !== null && 'earliest' in part
