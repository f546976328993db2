const SVG = 'http://www.w3.org/2000/svg'

/** An icon of the sprite that the page uses. */
export function iconElement(name: string): SVGElement {
  const [svg, use] = [document.createElementNS(SVG, 'svg'), document.createElementNS(SVG, 'use')]
  const sprite = document.querySelector('svg.icon use')?.getAttribute('href')?.split('#')[0] ?? ''
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `${sprite}#${name}`)
  svg.append(use)
  return svg
}
