# The gateway and, with another command, the calculators as a service. Node runs the sources; `npm run prepare` builds the
# dashboard. BASE is any image with Node 26 and npm.
ARG BASE=node:26.10.0-bookworm-slim

FROM ${BASE}

ENV NODE_ENV=production
WORKDIR /opt/vitalgate

# Node comes with the image, so the packages that bring it (optional ones) stay out.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund && npm cache clean --force

COPY LICENSE ./
COPY docs docs
COPY dashboard dashboard
COPY calculators calculators
COPY plugins plugins
COPY gateway gateway
RUN npm run prepare && mkdir /data && chown 10001:10001 /data

USER 10001:10001
VOLUME /data
ENV HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=2s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./gateway/boot/compile-cache.js", "gateway/main.ts"]
