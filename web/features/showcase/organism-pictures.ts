import { ball, bar, dot, line, polygon, withoutShadow } from './brush.ts'
import type { LabelId } from './labels.ts'

/** Draws an animal around the origin, within `radius` pixels. */
export type Draw = (context: CanvasRenderingContext2D, radius: number, random: () => number) => void

const brittleStar: Draw = (context, radius, random) => {
  const disc = radius * 0.2
  for (let arm = 0; arm < 5; arm++) {
    const angle = (arm / 5) * Math.PI * 2 + (random() - 0.5) * 0.35
    const sway = (random() - 0.5) * 1.5
    const points = Array.from({ length: 15 }, (_, step) => {
      const share = step / 14
      const bent = angle + sway * share * share
      return { x: Math.cos(bent) * radius * share, y: Math.sin(bent) * radius * share, thickness: radius * 0.085 * (1 - share * 0.86) }
    })
    for (let step = 1; step < points.length; step++) {
      const from = points[step - 1]!
      const to = points[step]!
      context.strokeStyle = step % 2 ? 'rgb(168 98 66)' : 'rgb(206 148 108)'
      context.lineWidth = to.thickness * 2
      line(context, from.x, from.y, to.x, to.y)
    }
  }
  withoutShadow(context)
  context.fillStyle = ball(context, disc * 1.25, 'rgb(226 172 128)', 'rgb(142 78 52)')
  polygon(context, 10, index => disc * (index % 2 ? 1.02 : 1.24))
  context.strokeStyle = 'rgb(110 58 40 / 0.7)'
  context.lineWidth = Math.max(1, disc * 0.08)
  for (let petal = 0; petal < 5; petal++) {
    const angle = (petal / 5) * Math.PI * 2
    line(context, 0, 0, Math.cos(angle) * disc * 0.85, Math.sin(angle) * disc * 0.85)
  }
}

const seaCucumber: Draw = (context, radius, random) => {
  const girth = radius * 0.4
  context.fillStyle = bar(context, girth, ['rgb(190 132 172)', 'rgb(150 92 140)', 'rgb(84 46 86)'])
  context.beginPath()
  context.ellipse(0, 0, radius * 0.94, girth, 0, 0, Math.PI * 2)
  context.fill()
  context.strokeStyle = 'rgb(146 92 136)'
  for (let foot = 0; foot < 13; foot++) {
    const along = -0.82 + (foot / 12) * 1.64
    const side = girth * Math.sqrt(1 - along * along * 0.95)
    context.lineWidth = girth * 0.17
    line(context, along * radius, side * 0.92, along * radius + (random() - 0.5) * 5, side * 1.18)
    line(context, along * radius, -side * 0.92, along * radius + (random() - 0.5) * 5, -side * 1.16)
  }
  withoutShadow(context)
  for (let papilla = 0; papilla < 34; papilla++) {
    const x = (random() * 1.6 - 0.8) * radius
    const y = (random() * 1.3 - 0.65) * girth
    context.fillStyle = random() > 0.5 ? 'rgb(214 166 200 / 0.6)' : 'rgb(72 36 76 / 0.42)'
    dot(context, x, y, girth * (0.04 + random() * 0.05))
  }
  context.strokeStyle = 'rgb(226 190 214 / 0.85)'
  context.lineWidth = girth * 0.13
  for (let tentacle = -3; tentacle <= 3; tentacle++) {
    const angle = tentacle * 0.33
    line(context, radius * 0.88, tentacle * girth * 0.09, radius * (0.9 + 0.15 * Math.cos(angle)), Math.sin(angle) * girth * 0.62)
  }
  context.strokeStyle = 'rgb(240 214 232 / 0.35)'
  context.lineWidth = girth * 0.16
  context.beginPath()
  context.ellipse(0, -girth * 0.34, radius * 0.66, girth * 0.2, 0, Math.PI * 1.08, Math.PI * 1.92)
  context.stroke()
}

const seaUrchin: Draw = (context, radius, random) => {
  for (let spine = 0; spine < 92; spine++) {
    const angle = random() * Math.PI * 2
    const length = radius * (0.74 + random() * 0.3)
    context.strokeStyle = spine % 3 ? 'rgb(62 40 84)' : 'rgb(128 100 158)'
    context.lineWidth = Math.max(1.1, radius * 0.035)
    line(context, Math.cos(angle) * radius * 0.3, Math.sin(angle) * radius * 0.3, Math.cos(angle) * length, Math.sin(angle) * length)
  }
  withoutShadow(context)
  context.fillStyle = ball(context, radius * 0.56, 'rgb(132 100 160)', 'rgb(44 26 62)')
  dot(context, 0, 0, radius * 0.56)
  for (let spine = 0; spine < 40; spine++) {
    const angle = random() * Math.PI * 2
    const from = radius * random() * 0.4
    context.strokeStyle = spine % 2 ? 'rgb(186 160 210 / 0.8)' : 'rgb(52 32 74)'
    context.lineWidth = Math.max(1, radius * 0.03)
    line(
      context,
      Math.cos(angle) * from,
      Math.sin(angle) * from,
      Math.cos(angle) * (from + radius * 0.26),
      Math.sin(angle) * (from + radius * 0.26)
    )
  }
}

const seaStar: Draw = (context, radius, random) => {
  context.fillStyle = ball(context, radius, 'rgb(222 92 62)', 'rgb(126 34 34)')
  context.beginPath()
  for (let step = 0; step <= 100; step++) {
    const angle = (step / 100) * Math.PI * 2
    const reach = radius * (0.36 + 0.62 * Math.max(0, Math.cos(angle * 2.5) ** 2) ** 1.7)
    context.lineTo(Math.cos(angle) * reach, Math.sin(angle) * reach)
  }
  context.closePath()
  context.fill()
  withoutShadow(context)
  for (let arm = 0; arm < 5; arm++) {
    const angle = (arm / 5) * Math.PI * 2
    for (let tubercle = 0; tubercle < 18; tubercle++) {
      const along = radius * (0.06 + random() * 0.8)
      const across = (random() - 0.5) * radius * 0.24 * (1 - along / radius)
      context.fillStyle = 'rgb(252 186 140 / 0.75)'
      dot(
        context,
        Math.cos(angle) * along - Math.sin(angle) * across,
        Math.sin(angle) * along + Math.cos(angle) * across,
        Math.max(0.8, radius * 0.022)
      )
    }
  }
}

const seaLily: Draw = (context, radius, random) => {
  context.strokeStyle = 'rgb(206 184 120)'
  context.lineWidth = radius * 0.06
  context.beginPath()
  context.moveTo(-radius * 0.1, radius * 0.98)
  context.bezierCurveTo(-radius * 0.34, radius * 0.5, radius * 0.12, radius * 0.3, 0, -radius * 0.12)
  context.stroke()
  for (let arm = 0; arm < 10; arm++) {
    const angle = -Math.PI / 2 + (arm - 4.5) * 0.36
    const reach = radius * (0.78 + random() * 0.14)
    const curl = (arm - 4.5) * 0.07
    for (let step = 0; step < 16; step++) {
      const share = step / 15
      const bent = angle + curl * share
      const x = Math.cos(bent) * reach * share
      const y = -radius * 0.12 + Math.sin(bent) * reach * share
      const pinnule = radius * 0.15 * Math.sin(Math.PI * Math.min(1, share + 0.12))
      context.strokeStyle = step % 2 ? 'rgb(232 206 128)' : 'rgb(188 150 70)'
      context.lineWidth = Math.max(1, radius * 0.022)
      const across = bent + Math.PI / 2
      line(
        context,
        x - Math.cos(across) * pinnule,
        y - Math.sin(across) * pinnule,
        x + Math.cos(across) * pinnule,
        y + Math.sin(across) * pinnule
      )
    }
    if (arm === 0) withoutShadow(context)
  }
  context.fillStyle = ball(context, radius * 0.13, 'rgb(246 226 160)', 'rgb(150 112 48)')
  context.beginPath()
  context.ellipse(0, -radius * 0.12, radius * 0.12, radius * 0.12, 0, 0, Math.PI * 2)
  context.fill()
}

const anemone: Draw = (context, radius, random) => {
  for (let ring = 0; ring < 3; ring++) {
    const count = 34 - ring * 8
    for (let tentacle = 0; tentacle < count; tentacle++) {
      const angle = (tentacle / count) * Math.PI * 2 + ring * 0.2
      const reach = radius * (0.98 - ring * 0.2) * (0.9 + random() * 0.14)
      const bend = angle + (random() - 0.5) * 0.3
      context.strokeStyle = ['rgb(120 182 172)', 'rgb(156 210 196)', 'rgb(204 236 224)'][ring]!
      context.lineWidth = Math.max(1.4, radius * 0.07)
      context.beginPath()
      context.moveTo(Math.cos(angle) * radius * 0.25, Math.sin(angle) * radius * 0.25)
      context.quadraticCurveTo(Math.cos(angle) * reach * 0.7, Math.sin(angle) * reach * 0.7, Math.cos(bend) * reach, Math.sin(bend) * reach)
      context.stroke()
    }
    withoutShadow(context)
  }
  context.fillStyle = ball(context, radius * 0.4, 'rgb(224 240 226)', 'rgb(86 134 126)')
  dot(context, 0, 0, radius * 0.36)
  context.fillStyle = 'rgb(58 92 88 / 0.75)'
  context.beginPath()
  context.ellipse(0, 0, radius * 0.13, radius * 0.05, 0.3, 0, Math.PI * 2)
  context.fill()
}

const sponge: Draw = (context, radius, random) => {
  context.fillStyle = bar(context, radius, ['rgb(250 246 226)', 'rgb(222 210 176)', 'rgb(150 134 104)'])
  context.beginPath()
  context.moveTo(-radius * 0.24, radius * 0.95)
  context.bezierCurveTo(-radius * 0.5, radius * 0.1, -radius * 0.86, -radius * 0.2, -radius * 0.72, -radius * 0.56)
  context.bezierCurveTo(-radius * 0.4, -radius * 0.98, radius * 0.4, -radius * 0.98, radius * 0.72, -radius * 0.56)
  context.bezierCurveTo(radius * 0.86, -radius * 0.2, radius * 0.5, radius * 0.1, radius * 0.24, radius * 0.95)
  context.closePath()
  context.fill()
  withoutShadow(context)
  context.fillStyle = 'rgb(92 80 58)'
  context.beginPath()
  context.ellipse(0, -radius * 0.56, radius * 0.56, radius * 0.24, 0, 0, Math.PI * 2)
  context.fill()
  context.strokeStyle = 'rgb(255 252 238)'
  context.lineWidth = radius * 0.06
  context.beginPath()
  context.ellipse(0, -radius * 0.56, radius * 0.58, radius * 0.26, 0, 0, Math.PI * 2)
  context.stroke()
  for (let pore = 0; pore < 46; pore++) {
    const y = (random() * 1.1 - 0.22) * radius
    const x = (random() - 0.5) * radius * (1.15 - (y / radius) * 0.72)
    context.fillStyle = 'rgb(122 106 76 / 0.5)'
    dot(context, x, y, radius * (0.018 + random() * 0.022))
  }
}

/** Drawing function of each kind of animal. */
export const pictures: Record<LabelId, Draw> = {
  'brittle-star': brittleStar,
  'sea-cucumber': seaCucumber,
  'sea-urchin': seaUrchin,
  'sea-star': seaStar,
  'sea-lily': seaLily,
  anemone,
  sponge
}
