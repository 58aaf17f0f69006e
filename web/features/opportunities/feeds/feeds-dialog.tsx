import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CalendarChoice, CalendarToken } from '../../../../shared/contracts/opportunity-feeds.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Table } from '../../../ui/table.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../form.module.css'
import { calendarTokens, createCalendarToken, type OpportunityFilter, revokeCalendarToken } from '../queries.ts'
import { careerStages, kinds } from '../texts.ts'
import { texts as words } from './texts.ts'

const calendarAddress = (secret: string) => `${location.origin}/api/opportunities/calendar.ics?token=${secret}`

interface FeedsDialogProps {
  /** Current filter of the list, which a calendar can use too. */
  filter: OpportunityFilter
  onClose: () => void
}

/** Dialog with the addresses for other apps: the person's calendars and the public feeds. */
export function FeedsDialog({ filter, onClose }: FeedsDialogProps) {
  const found = useQuery(calendarTokens())
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide">
      <div className={styles.dialog}>
        <p>{words.about}</p>
        <NewCalendar filter={filter} />
        <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={2} label={words.loading} />}>
          {tokens => tokens.length > 0 && <Calendars tokens={tokens} />}
        </Loaded>
        <section className={styles.group} aria-label={words.feeds}>
          <h3>{words.feeds}</h3>
          <p className={styles.quiet}>{words.feedsAbout}</p>
          <p className={styles.links}>
            <a href="/api/opportunities.rss">{words.feedNames.rss}</a>
            <a href="/api/opportunities.atom">{words.feedNames.atom}</a>
            <a href="/api/opportunities.json">{words.feedNames.json}</a>
            <a href="/api/opportunities.html">{words.feedNames.page}</a>
          </p>
        </section>
      </div>
    </Dialog>
  )
}

function NewCalendar({ filter }: { filter: OpportunityFilter }) {
  const { mutate, isPending, data: made, error } = useMutation(createCalendarToken())
  const [fault, setFault] = useState<string>()
  const { sort: _, ...filters } = filter
  const matching: CalendarChoice = { of: 'matching', ...filters }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name') ?? '').trim()
    setFault(name === '' ? words.noName : undefined)
    const of = String(form.get('of')) as CalendarChoice['of']
    if (name !== '') mutate({ name, choice: of === 'matching' ? matching : { of } })
  }

  return (
    <form className={styles.group} onSubmit={send} noValidate>
      <div className={styles.pair}>
        <TextField label={words.name} name="name" maxLength={100} autoComplete="off" placeholder={words.placeholder} error={fault} />
        <Select
          label={words.of}
          name="of"
          options={[
            { value: 'saved', label: words.choices.saved },
            { value: 'fits', label: words.choices.fits },
            { value: 'matching', label: Object.keys(filters).length > 0 ? words.choices.filtered : words.choices.matching }
          ]}
        />
      </div>
      {error && <p role="alert">{sentenceOf(error, words.refused)}</p>}
      <Button type="submit" variant="primary" className={styles.start} busy={isPending}>
        {words.create}
      </Button>
      {made && (
        <div role="status" className={styles.group}>
          <p>{words.made}</p>
          <div className={styles.secret}>
            <code>{calendarAddress(made.secret)}</code>
            <CopyButton text={calendarAddress(made.secret)} label={words.copy} />
          </div>
        </div>
      )}
    </form>
  )
}

function Calendars({ tokens }: { tokens: CalendarToken[] }) {
  const { mutate } = useMutation({
    ...revokeCalendarToken(),
    onError: error => showToast({ tone: 'danger', title: sentenceOf(error, words.notRevoked) })
  })
  return (
    <Table
      label={words.calendars}
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        { id: 'name', header: words.name, cell: ({ name }) => name },
        { id: 'of', header: words.of, stackedLabel: true, cell: ({ choice }) => choiceWords(choice) },
        {
          id: 'used',
          header: words.lastUsed,
          stackedLabel: true,
          cell: ({ lastUsedAt }) => (lastUsedAt ? <Timestamp time={lastUsedAt} /> : words.never)
        },
        {
          id: 'actions',
          header: '',
          srHeader: words.actions,
          cell: ({ id, name }) => (
            <Button size="small" variant="quiet" aria-label={words.revokeOne(name)} onClick={() => mutate(id)}>
              {words.revoke}
            </Button>
          )
        }
      ]}
    />
  )
}

function choiceWords({ of, q, kind, region, taxon, career }: CalendarChoice): string {
  const filters = [q, kind && kinds[kind], region, taxon, career && careerStages[career]].filter(Boolean)
  return filters.length > 0 ? filters.join(', ') : words.choices[of]
}
