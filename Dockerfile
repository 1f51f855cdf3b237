FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATABASE_URL=sqlite:////data/monsterrunde.db
ENV DRAWINGS=/data/drawings
WORKDIR /bot
COPY pyproject.toml constraints.txt README.md LICENSE ./
RUN pip install --no-cache-dir -c constraints.txt '.[postgres]'
COPY . .
RUN useradd --uid 10001 --no-create-home bot && mkdir /data && chown bot /data
USER bot
VOLUME /data
CMD ["python", "bot.py", "--serve"]
