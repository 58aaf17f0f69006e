import t from 'tap'
import { countForms, countWords } from '../../../../web/features/map/chart/count-words.ts'

t.test('a count has its digits, and thousands or millions as a shorter form', async t => {
  t.same(countForms(2), ['2'])
  t.same(countForms(999), ['999'])
  t.same(countForms(1_000), ['1\u2009000', '1k'])
  t.same(countForms(12_480), ['12\u2009480', '12k'])
  t.same(countForms(999_499), ['999\u2009499', '999k'])
  t.same(countForms(999_500), ['999\u2009500', '1M'])
  t.same(countForms(1_234_567), ['1\u2009234\u2009567', '1M'])
})

t.test('the longest form that fits is written, each form is measured once, and fonts are apart', async t => {
  const measured: string[] = []
  const context = {
    font: '',
    measureText(words: string) {
      measured.push(`${this.font} ${words}`)
      return { width: words.length * (this.font === 'wide' ? 20 : 5) }
    }
  }
  const inFont = (font: string) => countWords(context as unknown as CanvasRenderingContext2D, font)
  t.equal(inFont('narrow')(12_480, 30), '12\u2009480')
  t.equal(inFont('narrow')(12_480, 29), '12k')
  t.equal(inFont('narrow')(12_480, 14), null)
  t.equal(context.font, 'narrow')
  t.equal(inFont('wide')(12_480, 60), '12k')
  t.equal(inFont('wide')(7, 19), null)
  t.same(measured, ['narrow 12\u2009480', 'narrow 12k', 'wide 12\u2009480', 'wide 12k', 'wide 7'])
})
